import { firstName, type ProfileResponse, type SectionsResponse } from 'content-schema';
import { classNames } from '../../ui/class-names.ts';
import { Markdown } from '../../site/markdown.tsx';
import { ContactLinks } from './contact-links.tsx';
import styles from './contact-section.module.css';

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
      <div className={classNames('page', styles.contact)}>
        <h2 id="contact-heading" className={styles.heading}>
          Contact
        </h2>
        <div className={styles.words}>
          <Markdown
            className={styles.text}
            text={contact.description}
            html={contact.descriptionHtml}
          />
          <ContactLinks profile={profile} texts={texts} />
        </div>
      </div>
    </section>
  );
};
