import {
  RESUME_SECTION_NAMES,
  failureMessages,
  labelsOf,
  readValue,
  sectionsFields,
  sectionsSchema,
  validate,
  type Sections,
} from 'content-schema';
import type { EditSource } from '../../data/editable-content.ts';
import { bindFields } from './bound-fields.tsx';
import styles from './sections-edit.module.css';
import { useEdit, type Edit } from './use-edit.ts';

const MESSAGES = {
  saving: 'Saving section copy...',
  saved: 'Section copy updated',
  failed: failureMessages.saveSections,
};

const LABELS = labelsOf(sectionsFields);

/** Edits the texts of the page sections. */
export const useSectionsEdit = (
  source: EditSource<Sections>,
  savedForMs?: number,
): Edit<Sections> =>
  useEdit({
    name: 'sections',
    source,
    read: (kept) => readValue(sectionsFields, kept),
    validate: (sections) => validate(sectionsSchema, sections),
    messages: MESSAGES,
    fieldNames: LABELS,
    savedForMs,
  });

export const { Fields: SectionsFields, Field: SectionsField } = bindFields(sectionsFields);

/** The switches that show or hide the sections of the experiences page. */
export const VisibilitySwitches = () => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>On the experiences page</legend>
    {RESUME_SECTION_NAMES.map((name) => (
      <SectionsField key={name} name={`${name}.visible`} />
    ))}
  </fieldset>
);
