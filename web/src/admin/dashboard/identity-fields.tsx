import { profileFields } from 'content-schema';
import { Switch } from '../../ui/form/switch.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { FormSection } from '../layout/form-section.tsx';
import type { ProfileFieldsProps } from './profile-fields.ts';
import { SECTIONS } from './sections.ts';

export const IdentityFields = ({ profile, change }: ProfileFieldsProps) => {
  const { name, title, location, highlightsEnabled, availability, focusAreas } = profile;
  return (
    <FormSection {...SECTIONS.identity}>
      <TextField
        path="name"
        label="Name"
        autoComplete="off"
        value={name}
        onChange={(value) => change({ name: value })}
      />
      <TextField
        path="title"
        label="Title"
        value={title}
        onChange={(value) => change({ title: value })}
      />
      <Switch
        label="Show highlights on the landing page"
        checked={highlightsEnabled}
        onChange={(checked) => change({ highlightsEnabled: checked })}
      />
      <TextField
        path="location"
        label="Location"
        disabled={!highlightsEnabled}
        value={location}
        onChange={(value) => change({ location: value })}
      />
      <TextField
        path="availability.value"
        label="Availability"
        limit={profileFields.fields.availability.fields.value.limit}
        disabled={!highlightsEnabled}
        value={availability.value}
        onChange={(value) => change({ availability: { ...availability, value } })}
      />
      <TextField
        path="focusAreas.value"
        label="Focus areas"
        limit={profileFields.fields.focusAreas.fields.value.limit}
        disabled={!highlightsEnabled}
        value={focusAreas.value}
        onChange={(value) => change({ focusAreas: { ...focusAreas, value } })}
      />
    </FormSection>
  );
};
