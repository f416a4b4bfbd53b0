import type { Experience } from 'content-schema';
import { useField } from '../../ui/form/form-context.ts';
import { FormSection } from '../layout/form-section.tsx';
import { EntryList } from '../editing/entry-list/entry-list.tsx';
import { ExperienceFields } from './experience-fields.tsx';
import styles from './experiences-editor.module.css';
import { SECTIONS } from './sections.ts';
import { BLANK_EXPERIENCE } from './validate-experiences.ts';

interface ExperiencesEditorProps {
  readonly experiences: readonly Experience[];
  readonly onChange: (experiences: Experience[]) => void;
}

const titleOf = ({ role, company }: Experience): string =>
  [role, company].filter((part) => part.trim() !== '').join(', ');

export const ExperiencesEditor = ({ experiences, onChange }: ExperiencesEditorProps) => {
  const { id, error } = useField('');
  return (
    <FormSection {...SECTIONS.experiences}>
      <div id={id} className={styles.entries} tabIndex={-1}>
        {error !== undefined && <p className={styles.error}>{error}</p>}
        <EntryList
          noun="experience"
          items={experiences}
          blank={BLANK_EXPERIENCE}
          keepsOne
          titleOf={titleOf}
          onChange={onChange}
        >
          {(experience, index, change) => (
            <ExperienceFields path={String(index)} experience={experience} onChange={change} />
          )}
        </EntryList>
      </div>
    </FormSection>
  );
};
