import { createContext, useContext } from 'react';

/** What is wrong with the value of the field at `path`. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

interface FormScope {
  readonly formId: string;
  readonly issues: readonly FieldIssue[];
}

export const FormContext = createContext<FormScope>({ formId: '', issues: [] });

/** The id of the control for the field at `path`. Lists of ids are parted by spaces, so it has none. */
export const controlId = (formId: string, path: string): string =>
  `${formId}-${path}`.replace(/\s/g, '_');

/** The control's id, and what is wrong with its value, if anything. */
export const useField = (path: string): { id: string; error: string | undefined } => {
  const { formId, issues } = useContext(FormContext);
  return {
    id: controlId(formId, path),
    error: issues.find((issue) => issue.path === path)?.message,
  };
};
