import type { EditSources } from '../../data/editable-content.ts';
import { EditFields } from '../editing/edit-fields.tsx';
import { EditForm } from '../editing/edit-form.tsx';
import { useSectionsEdit } from '../editing/sections/use-sections-edit.ts';
import { EducationAndMore } from './education-and-more.tsx';
import { ExperiencesEditor } from './experiences-editor.tsx';
import { EXPERIENCE_STATUS_MESSAGE_MS, useExperiencesEdit } from './use-experiences-edit.ts';

/** The experiences and the sections beside them, behind one button. */
export const ExperiencesForm = ({ sources }: { readonly sources: EditSources }) => {
  const experiences = useExperiencesEdit(sources.experiences);
  const sections = useSectionsEdit(sources.sections, EXPERIENCE_STATUS_MESSAGE_MS);
  return (
    <EditForm parts={[experiences, sections]}>
      <EditFields part={experiences}>
        <ExperiencesEditor experiences={experiences.value} onChange={experiences.change} />
      </EditFields>
      <EditFields part={sections}>
        <EducationAndMore
          sections={sections.value}
          change={(changes) => sections.change({ ...sections.value, ...changes })}
        />
      </EditFields>
    </EditForm>
  );
};
