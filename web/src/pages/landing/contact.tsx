import {
  firstName,
  visibleContacts,
  type Profile,
  type ProfileResponse,
  type SectionsResponse,
} from 'content-schema';
import { ADMIN } from '../../paths.ts';
import { EditLink } from '../../site/edit-link/edit-link.tsx';
import { GitHubIcon, LinkedInIcon, Mail } from '../../ui/icons.tsx';
import { Markdown } from '../../site/markdown.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './contact.module.css';

interface ContactLinksProps {
  readonly profile: Profile;
  readonly texts: { readonly email: string; readonly linkedin: string; readonly github: string };
}

/** A button for each contact that is visible and not empty. Renders nothing without any. */
export const ContactLinks = ({ profile, texts }: ContactLinksProps) => {
  const { email, linkedin, github } = visibleContacts(profile);
  if (!email && !linkedin && !github) return null;
  return (
    <div className={classNames('cluster-3', styles.links)}>
      {email && (
        <ButtonLink variant="primary" to={`mailto:${email}`}>
          <Mail size={16} />
          {texts.email}
        </ButtonLink>
      )}
      {linkedin && (
        <ButtonLink to={linkedin} rel="me">
          <LinkedInIcon />
          {texts.linkedin}
        </ButtonLink>
      )}
      {github && (
        <ButtonLink to={github} rel="me">
          <GitHubIcon />
          {texts.github}
        </ButtonLink>
      )}
    </div>
  );
};

interface ContactSectionProps {
  readonly profile: ProfileResponse;
  readonly contact: SectionsResponse['contact'];
}

export const ContactSection = ({ profile, contact }: ContactSectionProps) => {
  const texts = {
    email: `Email ${firstName(profile)}`.trim(),
    linkedin: 'Connect on LinkedIn',
    github: 'Explore GitHub',
  };
  return (
    <section id="contact" data-surface="accent" aria-labelledby="contact-heading" tabIndex={-1}>
      <div className={classNames('page stack-5', styles.contact)}>
        <h2 id="contact-heading" className={styles.heading}>
          Contact
        </h2>
        <EditLink to={`${ADMIN}#contact`} what="contact" />
        <div className="stack-6">
          <Markdown className={styles.text} html={contact.descriptionHtml} />
          <ContactLinks profile={profile} texts={texts} />
        </div>
      </div>
    </section>
  );
};
