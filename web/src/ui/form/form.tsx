import { useId, type ReactNode, type Ref, type SubmitEvent } from 'react';
import { ErrorSummary } from './error-summary.tsx';
import { FormContext, type FieldIssue } from './form-context.ts';

interface FormProps {
  readonly children: ReactNode;
  readonly issues: readonly FieldIssue[];
  /** How often the form was refused; each time the summary of what is wrong takes the focus. */
  readonly refusals: number;
  readonly onSubmit: () => void;
  readonly ref?: Ref<HTMLFormElement>;
  readonly className?: string | undefined;
}

/** A form that tells what is wrong in the product's own words, above it and beside each field. */
export const Form = ({ children, issues, refusals, onSubmit, ref, className }: FormProps) => {
  const formId = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={ref} className={className} noValidate onSubmit={submit}>
      {issues.length > 0 && <ErrorSummary key={refusals} formId={formId} issues={issues} />}
      <FormContext value={{ formId, issues }}>{children}</FormContext>
    </form>
  );
};
