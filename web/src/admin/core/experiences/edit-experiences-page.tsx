import { EXPERIENCES_PATH, blankOf, experiencesFields, type Experience } from 'content-schema';
import { useEditableContent } from '../../../data/editable-content.ts';
import { useHashScroll } from '../../../routing/use-hash-scroll.ts';
import type { ValueProps } from '../../../ui/form/field.tsx';
import { useField } from '../../../ui/form/form.tsx';
import { Slot } from '../feature.tsx';
import { EXPERIENCES_SECTIONS } from '../paths.ts';
import { EditFields, EditForm, type ContentFormProps } from '../editing/edit/edit-form.tsx';
import { TARGETS } from '../editing/edit/targets.ts';
import { useEdit } from '../editing/edit/use-edit.ts';
import { bindFields } from '../editing/fields/bound-fields.tsx';
import { EntryList } from '../editing/fields/entry-list.tsx';
import { AdminPage, ContentPending } from '../layout/admin-page.tsx';
import { FormSection, SectionedPage } from '../layout/sectioned-page.tsx';
import { SectionsEditor } from './sections-editor.tsx';

/** How long this page's success message stays: shorter than elsewhere. */
export const EXPERIENCE_STATUS_MESSAGE_MS = 2000;

const { Fields, Field } = bindFields(experiencesFields.item);

const NONE = [blankOf(experiencesFields.item)];

const titleOf = ({ role, company }: Experience): string =>
  [role, company].filter((part) => part.trim() !== '').join(', ');

export const ExperiencesEditor = ({ value, onChange }: ValueProps<Experience[]>) => {
  const { id, error } = useField('');
  return (
    <div id={id} className="stack-4" tabIndex={-1}>
      {error !== undefined && <p className="error">{error}</p>}
      <EntryList
        noun="experience"
        items={value.length > 0 ? value : NONE}
        blank={blankOf(experiencesFields.item)}
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

const PARTS = { experiences: TARGETS.experiences, sections: TARGETS.sections };

const ExperiencesForm = ({ stored, source }: ContentFormProps) => {
  const edit = useEdit({
    name: 'experiences',
    parts: PARTS,
    stored,
    savedForMs: EXPERIENCE_STATUS_MESSAGE_MS,
  });
  const { experiences, sections } = edit.value;
  return (
    <EditForm edit={edit} source={source}>
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
  );
};

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
