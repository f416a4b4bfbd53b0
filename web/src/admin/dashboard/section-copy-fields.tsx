import type { Sections } from 'content-schema';
import { Link } from 'react-router-dom';
import { TextArea } from '../../ui/form/text-field.tsx';
import { FormSection } from '../layout/form-section.tsx';
import { VisibilitySwitches } from '../editing/sections/visibility-switches.tsx';
import { SECTIONS } from './sections.ts';

interface SectionCopyFieldsProps {
  readonly sections: Sections;
  readonly change: (changes: Partial<Sections>) => void;
}

export const SectionCopyFields = ({ sections, change }: SectionCopyFieldsProps) => (
  <FormSection {...SECTIONS.siteSections}>
    <TextArea
      path="contact.description"
      label="Contact description"
      hint="Stands above the contact buttons; Markdown works here."
      rows={4}
      value={sections.contact.description}
      onChange={(description) => change({ contact: { ...sections.contact, description } })}
    />
    <VisibilitySwitches sections={sections} change={change} />
    <p>
      What these sections say is edited under{' '}
      <Link to="/admin/experiences#education-and-more">Education and more</Link>.
    </p>
  </FormSection>
);
