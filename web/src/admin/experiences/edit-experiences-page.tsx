import type { Cv } from 'content-schema/cv';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useEditableContent, type EditableParts } from '../../data/editable-content.ts';
import { useHashScroll } from '../../routing/use-hash-scroll.ts';
import { EditFields, EditForm } from '../editing/edit/edit-form.tsx';
import { ENTITIES } from '../editing/edit/subjects.ts';
import { useEdit } from '../editing/edit/use-edit.ts';
import { AdminPage, ContentPending } from '../layout/admin-page.tsx';
import { FormSection, SectionedPage } from '../layout/sectioned-page.tsx';
import { EXPERIENCE_STATUS_MESSAGE_MS, ExperiencesEditor } from './experiences-editor.tsx';
import { ImportCv } from './import-cv.tsx';
import { SectionsEditor } from './sections-editor.tsx';

const FORM_SECTIONS = {
  experiences: { id: 'experiences', title: 'Career experiences' },
  more: { id: 'education-and-more', title: 'Education and more' },
} as const;

/** The form for the experiences and the other sections of their page, with one save button. */
const ExperiencesForm = ({ content }: { readonly content: EditableParts }) => {
  const { stored } = content;
  const savedForMs = EXPERIENCE_STATUS_MESSAGE_MS;
  const experiences = useEdit({ ...ENTITIES.experiences, stored: stored.experiences, savedForMs });
  const sections = useEdit({ ...ENTITIES.sections, stored: stored.sections, savedForMs });
  const form = useRef<HTMLFormElement>(null);
  const saveImported = (imported: Cv) => {
    flushSync(() => {
      experiences.change([...imported.experiences]);
      sections.change(imported.sections);
    });
    form.current?.requestSubmit();
  };
  return (
    <>
      <ImportCv
        current={{ experiences: experiences.value, sections: sections.value }}
        onAdd={saveImported}
      />
      <EditForm ref={form} parts={[experiences, sections]} source={content}>
        <EditFields part={experiences}>
          <FormSection {...FORM_SECTIONS.experiences}>
            <ExperiencesEditor experiences={experiences.value} onChange={experiences.change} />
          </FormSection>
        </EditFields>
        <EditFields part={sections}>
          <FormSection {...FORM_SECTIONS.more}>
            <SectionsEditor sections={sections.value} onChange={sections.change} />
          </FormSection>
        </EditFields>
      </EditForm>
    </>
  );
};

/** `/admin/experiences` */
const ExperiencesPage = () => {
  const { parts, error, reload } = useEditableContent();
  useHashScroll(parts !== undefined);
  return (
    <AdminPage title="Experiences">
      {parts ? (
        <SectionedPage label="Experience sections" sections={Object.values(FORM_SECTIONS)}>
          <ExperiencesForm content={parts} />
        </SectionedPage>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default ExperiencesPage;
