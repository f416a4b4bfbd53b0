import { sectionsMessages, type Education } from 'content-schema';
import { EntryList } from '../editing/entry-list/entry-list.tsx';
import { EducationFields } from './education-fields.tsx';

interface EducationEditorProps {
  readonly educations: readonly Education[];
  readonly onChange: (educations: Education[]) => void;
}

const BLANK: Education = { institution: '', degree: '', year: '', description: '' };

const titleOf = ({ degree, institution }: Education): string =>
  [degree, institution].filter((part) => part.trim() !== '').join(', ');

const hasContent = (education: Education): boolean =>
  Object.values(education).some((value) => value.trim() !== '');

export const EducationEditor = ({ educations, onChange }: EducationEditorProps) => (
  <EntryList
    noun="education entry"
    items={educations}
    blank={BLANK}
    titleOf={titleOf}
    questionOf={(education) =>
      hasContent(education) ? sectionsMessages.removeEducation : undefined
    }
    onChange={onChange}
  >
    {(education, index, change) => (
      <EducationFields path={`educations.items.${index}`} education={education} onChange={change} />
    )}
  </EntryList>
);
