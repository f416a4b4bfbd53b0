import type { Cv } from 'content-schema/cv';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useEditableContent } from '../../../data/editable-content.ts';
import { useHashScroll } from '../../../routing/use-hash-scroll.ts';
import { EXPERIENCES_SECTIONS } from '../paths.ts';
import { EditFields, EditForm, type ContentFormProps } from '../editing/edit/edit-form.tsx';
import { TARGETS } from '../editing/edit/targets.ts';
import { useEdit } from '../editing/edit/use-edit.ts';
import { AdminPage, ContentPending } from '../layout/admin-page.tsx';
import { FormSection, SectionedPage } from '../layout/sectioned-page.tsx';
import { EXPERIENCE_STATUS_MESSAGE_MS, ExperiencesEditor } from './experiences-editor.tsx';
import { ImportCv } from './import-cv.tsx';
import { SectionsEditor } from './sections-editor.tsx';

const PARTS = { experiences: TARGETS.experiences, sections: TARGETS.sections };

/** The form for the experiences and the other sections of their page, with one save button. */
const ExperiencesForm = ({ stored, source }: ContentFormProps) => {
  const savedForMs = EXPERIENCE_STATUS_MESSAGE_MS;
  const edit = useEdit({ name: 'experiences', parts: PARTS, stored, savedForMs });
  const { experiences, sections } = edit.value;
  const form = useRef<HTMLFormElement>(null);
  const saveImported = (imported: Cv) => {
    flushSync(() =>
      edit.change({ experiences: [...imported.experiences], sections: imported.sections }),
    );
    form.current?.requestSubmit();
  };
  return (
    <>
      <ImportCv current={{ experiences, sections }} onAdd={saveImported} />
      <EditForm ref={form} edit={edit} source={source}>
        <EditFields edit={edit} part="experiences">
          <FormSection {...EXPERIENCES_SECTIONS.experiences}>
            <ExperiencesEditor
              value={experiences}
              onChange={(experiences) => edit.change({ experiences })}
            />
          </FormSection>
        </EditFields>
        <EditFields edit={edit} part="sections">
          <FormSection {...EXPERIENCES_SECTIONS.more}>
            <SectionsEditor value={sections} onChange={(sections) => edit.change({ sections })} />
          </FormSection>
        </EditFields>
      </EditForm>
    </>
  );
};

/** `/admin/experiences` */
const ExperiencesPage = () => {
  const { loaded, source, error, reload } = useEditableContent();
  useHashScroll(loaded !== undefined);
  return (
    <AdminPage title="Experiences">
      {loaded ? (
        <SectionedPage label="Experience sections" sections={Object.values(EXPERIENCES_SECTIONS)}>
          <ExperiencesForm stored={loaded} source={source} />
        </SectionedPage>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default ExperiencesPage;
