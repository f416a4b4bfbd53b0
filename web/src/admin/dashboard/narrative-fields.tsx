import { profileFields } from 'content-schema';
import { TextArea } from '../../ui/form/text-field.tsx';
import { FormSection } from '../layout/form-section.tsx';
import type { ProfileFieldsProps } from './profile-fields.ts';
import { SECTIONS } from './sections.ts';

const onOneLine = (text: string): string => text.replace(/\r?\n/g, ' ');

export const NarrativeFields = ({ profile, change }: ProfileFieldsProps) => (
  <FormSection {...SECTIONS.narrative}>
    <TextArea
      path="tagline"
      label="Tagline"
      hint="One sentence below your name."
      rows={2}
      maxLength={profileFields.fields.tagline.maxLength}
      value={profile.tagline}
      onChange={(tagline) => change({ tagline: onOneLine(tagline) })}
    />
    <TextArea
      path="summary"
      label="Summary"
      hint="A few paragraphs; Markdown works here."
      rows={6}
      value={profile.summary}
      onChange={(summary) => change({ summary })}
    />
  </FormSection>
);
