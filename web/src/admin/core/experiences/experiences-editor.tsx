import { EXPERIENCES_PATH, experiencesFields, type Experience } from 'content-schema';
import type { ValueProps } from '../../../ui/form/field.tsx';
import { useField } from '../../../ui/form/form.tsx';
import { bindFields } from '../editing/fields/bound-fields.tsx';
import { EntryList } from '../editing/fields/entry-list.tsx';
import { Slot } from '../feature.tsx';
import { BLANK_EXPERIENCE } from '../editing/edit/validate-experiences.ts';

/** How long this page's success message stays: shorter than elsewhere. */
export const EXPERIENCE_STATUS_MESSAGE_MS = 2000;

const { Fields, Field } = bindFields(experiencesFields.item);

const titleOf = ({ role, company }: Experience): string =>
  [role, company].filter((part) => part.trim() !== '').join(', ');

export const ExperiencesEditor = ({ value, onChange }: ValueProps<Experience[]>) => {
  const { id, error } = useField('');
  return (
    <div id={id} className="stack-4" tabIndex={-1}>
      {error !== undefined && <p className="error">{error}</p>}
      <EntryList
        noun="experience"
        items={value}
        blank={BLANK_EXPERIENCE}
        keepsOne
        titleOf={titleOf}
        detailOf={({ year }) => year}
        onChange={onChange}
      >
        {(experience, index, change) => (
          <Fields path={String(index)} value={experience} onChange={change}>
            <div data-columns>
              <Field name="role" />
              <Field name="company" autoComplete="off" />
            </div>
            <div data-columns>
              <Field name="year" hint="e.g. 2021 – present" />
              <Field name="location" hint="Optional" autoComplete="off" />
            </div>
            <Field name="description" hint="Markdown works here." rows={4} />
            <Field
              name="stack"
              hint="Separated by commas; each becomes a chip that leads to posts with that tag."
            />
            <Field name="achievements" hint="One per line. Markdown works here." />
            {experience.role !== '' && experience.company !== '' && (
              <div>
                <Slot
                  name="fileHistory"
                  path={EXPERIENCES_PATH}
                  part={titleOf(experience)}
                  of={experience.role}
                />
              </div>
            )}
          </Fields>
        )}
      </EntryList>
    </div>
  );
};
