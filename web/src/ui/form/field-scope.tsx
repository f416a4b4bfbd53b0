import { useContext, type ReactNode } from 'react';
import { FormContext, controlId, type FieldIssue } from './form-context.ts';

interface FieldScopeProps {
  /** Tells the fields of this part of the form from those of others. */
  readonly name: string;
  /** What is wrong with this part; the form's own issues have `name` before their paths. */
  readonly issues: readonly FieldIssue[];
  readonly children: ReactNode;
}

/** The path that a field of a part has in the form as a whole. */
export const scopedPath = (name: string, path: string): string => `${name}-${path}`;

/** A part of a form whose fields are values of their own. */
export const FieldScope = ({ name, issues, children }: FieldScopeProps) => {
  const { formId } = useContext(FormContext);
  return <FormContext value={{ formId: controlId(formId, name), issues }}>{children}</FormContext>;
};
