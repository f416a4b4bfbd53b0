import type { ReactNode } from 'react';
import { FieldScope } from '../../ui/form/form.tsx';
import type { FormPart } from './form-part.ts';

interface EditFieldsProps {
  readonly part: FormPart;
  readonly children: ReactNode;
}

/** The fields of one part of an `EditForm`; their paths lead through that part's value. */
export const EditFields = ({ part, children }: EditFieldsProps) => (
  <FieldScope name={part.name} issues={part.issues}>
    {children}
  </FieldScope>
);
