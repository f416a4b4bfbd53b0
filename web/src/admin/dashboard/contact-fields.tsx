import type { Profile } from 'content-schema';
import { Switch } from '../../ui/form/switch.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { FormSection } from '../layout/form-section.tsx';
import styles from './contact-fields.module.css';
import type { ProfileFieldsProps } from './profile-fields.ts';
import { SECTIONS } from './sections.ts';

type Contact = keyof Profile['contactVisibility'];

export const ContactFields = ({ profile, change }: ProfileFieldsProps) => {
  const { email, social, contactVisibility } = profile;
  const visibility = (contact: Contact, label: string) => (
    <Switch
      label={label}
      checked={contactVisibility[contact]}
      onChange={(checked) =>
        change({ contactVisibility: { ...contactVisibility, [contact]: checked } })
      }
    />
  );
  return (
    <FormSection {...SECTIONS.contact}>
      <div className={styles.contact}>
        <TextField
          path="email"
          label="Email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(value) => change({ email: value })}
        />
        {visibility('email', 'Show email')}
      </div>
      <div className={styles.contact}>
        <TextField
          path="social.linkedin"
          label="LinkedIn URL"
          inputMode="url"
          value={social.linkedin}
          onChange={(linkedin) => change({ social: { ...social, linkedin } })}
        />
        {visibility('linkedin', 'Show LinkedIn')}
      </div>
      <div className={styles.contact}>
        <TextField
          path="social.github"
          label="GitHub URL"
          inputMode="url"
          value={social.github}
          onChange={(github) => change({ social: { ...social, github } })}
        />
        {visibility('github', 'Show GitHub')}
      </div>
    </FormSection>
  );
};
