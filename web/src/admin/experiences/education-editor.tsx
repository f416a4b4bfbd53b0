import {
  blankOf,
  educationFields,
  hasText,
  sectionsMessages,
  type Education,
} from 'content-schema';
import { EntryList } from '../editing/entry-list/entry-list.tsx';
import { EducationFields } from './education-fields.tsx';

interface EducationEditorProps {
  readonly educations: readonly Education[];
  readonly onChange: (educations: Education[]) => void;
}

const titleOf = ({ degree, institution }: Education): string =>
  [degree, institution].filter((part) => part.trim() !== '').join(', ');

export const EducationEditor = ({ educations, onChange }: EducationEditorProps) => (
  <EntryList
    noun="education entry"
    items={educations}
    blank={blankOf(educationFields)}
    titleOf={titleOf}
    questionOf={(education) => (hasText(education) ? sectionsMessages.removeEducation : undefined)}
    onChange={onChange}
  >
    {(education, index, change) => (
      <EducationFields path={`educations.items.${index}`} education={education} onChange={change} />
    )}
  </EntryList>
);
