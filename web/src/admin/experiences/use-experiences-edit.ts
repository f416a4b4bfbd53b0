import { failureMessages, type Experience } from 'content-schema';
import type { EditSource } from '../../data/editable-content.ts';
import { useEdit, type Edit } from '../editing/use-edit.ts';
import { validateExperiences } from './validate-experiences.ts';

/** How long it is said that a save of this page went well: shorter than elsewhere. */
export const EXPERIENCE_STATUS_MESSAGE_MS = 2000;

const MESSAGES = {
  saving: 'Saving experiences...',
  saved: 'Experiences updated',
  failed: failureMessages.saveExperiences,
};

const FIELD_NAMES = {
  '': 'Experiences',
  '*': 'Experience #',
  '*.role': 'Experience #: title',
  '*.company': 'Experience #: company',
  '*.year': 'Experience #: year',
  '*.location': 'Experience #: location',
  '*.description': 'Experience #: description',
  '*.stack': 'Experience #: skills',
  '*.achievements': 'Experience #: achievements',
};

export const useExperiencesEdit = (source: EditSource<Experience[]>): Edit<Experience[]> =>
  useEdit({
    name: 'experiences',
    source,
    validate: validateExperiences,
    messages: MESSAGES,
    fieldNames: FIELD_NAMES,
    savedForMs: EXPERIENCE_STATUS_MESSAGE_MS,
  });
