import type { Experience } from 'content-schema';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { CommaListField, LineListField } from '../editing/list-field.tsx';

interface ExperienceFieldsProps {
  /** Where the experience lies in the form's values. */
  readonly path: string;
  readonly experience: Experience;
  readonly onChange: (experience: Experience) => void;
}

export const ExperienceFields = ({ path, experience, onChange }: ExperienceFieldsProps) => {
  const change = (changes: Partial<Experience>) => onChange({ ...experience, ...changes });
  return (
    <>
      <div data-columns>
        <TextField
          path={`${path}.role`}
          label="Title"
          value={experience.role}
          onChange={(role) => change({ role })}
        />
        <TextField
          path={`${path}.company`}
          label="Company"
          autoComplete="off"
          value={experience.company}
          onChange={(company) => change({ company })}
        />
      </div>
      <div data-columns>
        <TextField
          path={`${path}.year`}
          label="Year"
          hint="A year or a range, as it is to be read."
          value={experience.year}
          onChange={(year) => change({ year })}
        />
        <TextField
          path={`${path}.location`}
          label="Location"
          hint="May be left out."
          autoComplete="off"
          value={experience.location}
          onChange={(location) => change({ location })}
        />
      </div>
      <TextArea
        path={`${path}.description`}
        label="Description"
        hint="Markdown works here."
        rows={4}
        value={experience.description}
        onChange={(description) => change({ description })}
      />
      <CommaListField
        path={`${path}.stack`}
        label="Skills"
        hint="Separated by commas; each becomes a chip that leads to posts with that tag."
        items={experience.stack}
        onChange={(stack) => change({ stack })}
      />
      <LineListField
        path={`${path}.achievements`}
        label="Achievements"
        hint="One on each line; Markdown works here."
        items={experience.achievements}
        onChange={(achievements) => change({ achievements })}
      />
    </>
  );
};
