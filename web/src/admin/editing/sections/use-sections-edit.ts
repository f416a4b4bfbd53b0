import { failureMessages, sectionsSchema, validate, type Sections } from 'content-schema';
import type { EditSource } from '../../../data/editable-content.ts';
import { useEdit, type Edit } from '../use-edit.ts';

const MESSAGES = {
  saving: 'Saving section copy...',
  saved: 'Section copy updated',
  failed: failureMessages.saveSections,
};

const FIELD_NAMES = {
  'contact.description': 'Contact description',
  'experiencesPage.visible': 'Show experiences',
  'educations.visible': 'Show education',
  'educations.items': 'Education',
  'educations.items.*': 'Education #',
  'educations.items.*.institution': 'Education #: institution',
  'educations.items.*.degree': 'Education #: degree',
  'educations.items.*.year': 'Education #: year',
  'educations.items.*.description': 'Education #: description',
  'programmingLanguages.visible': 'Show programming languages',
  'programmingLanguages.items': 'Programming languages',
  'languagesSpoken.visible': 'Show languages',
  'languagesSpoken.items': 'Languages spoken',
  'achievements.visible': 'Show achievements',
  'achievements.items': 'Achievements',
};

/** Edits the copy of the page sections. */
export const useSectionsEdit = (
  source: EditSource<Sections>,
  savedForMs?: number,
): Edit<Sections> =>
  useEdit({
    name: 'sections',
    source,
    validate: (sections) => validate(sectionsSchema, sections),
    messages: MESSAGES,
    fieldNames: FIELD_NAMES,
    savedForMs,
  });
