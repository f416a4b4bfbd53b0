import type { Validation } from 'content-schema';
import type { FormValue } from '../src/admin/core/editing/edit/edit-state.ts';

/** The value of a small form. */
export type Note = Readonly<Record<'title' | 'text', string>>;

export const validateNote = (note: FormValue): Validation<FormValue> => {
  const title = String(note['title']).trim();
  return title === ''
    ? { valid: false, issues: [{ path: 'title', message: 'A title is required' }] }
    : { valid: true, value: { ...note, title } };
};
