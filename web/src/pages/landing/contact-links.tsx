import { visibleContacts, type Profile } from 'content-schema';
import { Mail } from 'lucide-react';
import { GitHubIcon, LinkedInIcon } from '../../ui/brand-icons.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './contact-links.module.css';

interface ContactLinksProps {
  readonly profile: Profile;
  readonly texts: { readonly email: string; readonly linkedin: string; readonly github: string };
}

/** A button for each contact that is shown and not empty; nothing when there is none. */
export const ContactLinks = ({ profile, texts }: ContactLinksProps) => {
  const { email, linkedin, github } = visibleContacts(profile);
  if (!email && !linkedin && !github) return null;
  return (
    <div className={styles.links}>
      {email && (
        <ButtonLink look="primary" to={`mailto:${email}`}>
          <Mail size={16} aria-hidden="true" />
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
