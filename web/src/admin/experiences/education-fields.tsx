import type { Education } from 'content-schema';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';

interface EducationFieldsProps {
  /** Where the entry lies in the form's values. */
  readonly path: string;
  readonly education: Education;
  readonly onChange: (education: Education) => void;
}

export const EducationFields = ({ path, education, onChange }: EducationFieldsProps) => {
  const change = (changes: Partial<Education>) => onChange({ ...education, ...changes });
  return (
    <>
      <TextField
        path={`${path}.institution`}
        label="Institution"
        autoComplete="off"
        value={education.institution}
        onChange={(institution) => change({ institution })}
      />
      <div data-columns>
        <TextField
          path={`${path}.degree`}
          label="Degree"
          value={education.degree}
          onChange={(degree) => change({ degree })}
        />
        <TextField
          path={`${path}.year`}
          label="Year"
          value={education.year}
          onChange={(year) => change({ year })}
        />
      </div>
      <TextArea
        path={`${path}.description`}
        label="Description"
        hint="Markdown works here."
        rows={2}
        value={education.description}
        onChange={(description) => change({ description })}
      />
    </>
  );
};
