import {
  blankOf,
  educationFields,
  hasText,
  sectionsMessages,
  type Education,
  type Sections,
} from 'content-schema';
import { bindFields } from '../editing/fields/bound-fields.tsx';
import { EntryList } from '../editing/fields/entry-list.tsx';
import {
  SectionsField,
  SectionsFields,
  VisibilitySwitches,
} from '../editing/fields/sections-edit.tsx';

const { Fields: EducationFields, Field: EducationField } = bindFields(educationFields);

const titleOf = ({ degree, institution }: Education): string =>
  [degree, institution].filter((part) => part.trim() !== '').join(', ');

interface SectionsEditorProps {
  readonly sections: Sections;
  readonly onChange: (sections: Sections) => void;
}

/** The fields for the sections of the experiences page other than the experiences. */
export const SectionsEditor = ({ sections, onChange }: SectionsEditorProps) => {
  const { educations } = sections;
  return (
    <SectionsFields value={sections} onChange={onChange}>
      <VisibilitySwitches />
      <h3 className="large">Education</h3>
      <EntryList
        noun="education entry"
        level={4}
        detailOf={({ year }) => year}
        items={educations.items}
        blank={blankOf(educationFields)}
        titleOf={titleOf}
        questionOf={(education) =>
          hasText(education) ? sectionsMessages.removeEducation : undefined
        }
        onChange={(items) => onChange({ ...sections, educations: { ...educations, items } })}
      >
        {(education, index, change) => (
          <EducationFields path={`educations.items.${index}`} value={education} onChange={change}>
            <EducationField name="institution" autoComplete="off" />
            <div data-columns>
              <EducationField name="degree" />
              <EducationField name="year" />
            </div>
            <EducationField name="description" hint="Markdown works here." rows={2} />
          </EducationFields>
        )}
      </EntryList>
      <SectionsField name="programmingLanguages.items" hint="Separated by commas." />
      <SectionsField
        name="languagesSpoken.items"
        hint="Separated by commas, e.g. “English (native), French”."
      />
      <SectionsField name="achievements.items" hint="One per line. Markdown works here." />
    </SectionsFields>
  );
};
