import {
  RESUME_SECTION_NAMES,
  failureMessages,
  sectionsFields,
  sectionsSchema,
  validate,
  type Sections,
} from 'content-schema';
import type { StoredValue } from '../../../data/editable-content.ts';
import { bindFields } from './bound-fields.tsx';
import { useEdit, type Edit } from '../edit/use-edit.ts';

/** Edits the texts of the page sections. */
export const useSectionsEdit = (
  source: StoredValue<unknown>,
  savedForMs?: number,
): Edit<Sections> =>
  useEdit({
    name: 'sections',
    source,
    fields: sectionsFields,
    validate: (sections) => validate(sectionsSchema, sections),
    messages: {
      saving: 'Saving section copy...',
      saved: 'Section copy updated',
      failed: failureMessages.saveSections,
    },
    savedForMs,
  });

export const { Fields: SectionsFields, Field: SectionsField } = bindFields(sectionsFields);

/** The switches that show or hide the sections of the experiences page. */
export const VisibilitySwitches = () => (
  <fieldset className="stack-1 start">
    <legend className="strong">On the experiences page</legend>
    {RESUME_SECTION_NAMES.map((name) => (
      <SectionsField key={name} name={`${name}.visible`} />
    ))}
  </fieldset>
);
