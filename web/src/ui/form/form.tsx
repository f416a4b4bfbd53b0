import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type SubmitEvent,
} from 'react';
import styles from './form.module.css';

/** What is wrong with the value of the field at `path`. */
interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

interface FormScope {
  readonly formId: string;
  readonly issues: readonly FieldIssue[];
}

const FormContext = createContext<FormScope>({ formId: '', issues: [] });

/** The id of the control for the field at `path`. Lists of ids are parted by spaces, so it has none. */
const controlId = (formId: string, path: string): string => `${formId}-${path}`.replace(/\s/g, '_');

/** The id of what the summary says of the field at `path`. */
const summaryId = (formId: string, path: string): string => `${controlId(formId, path)}-summary`;

interface FieldState {
  /** The control's id. */
  readonly id: string;
  /** What is wrong with its value, if anything. */
  readonly error: string | undefined;
  /** The id of the summary that says so, where it says the same of other fields. */
  readonly saidAt: string | undefined;
}

export const useField = (path: string): FieldState => {
  const { formId, issues } = useContext(FormContext);
  const error = issues.find((issue) => issue.path === path)?.message;
  const [first, ...others] = issues.filter(({ message }) => message === error);
  return {
    id: controlId(formId, path),
    error,
    saidAt: first && others.length > 0 ? summaryId(formId, first.path) : undefined,
  };
};

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

/** Two fields that lack the same thing are told once. */
const distinct = (issues: readonly FieldIssue[]): FieldIssue[] =>
  issues.filter(
    ({ message }, index) => issues.findIndex((other) => other.message === message) === index,
  );

/** All that is wrong with a form, each leading to its field. Takes the focus when it appears. */
const ErrorSummary = ({ formId, issues }: FormScope) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);

  const goTo = (event: MouseEvent, path: string) => {
    event.preventDefault();
    document.getElementById(controlId(formId, path))?.focus();
  };

  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <ul role="list" className={styles.list}>
        {distinct(issues).map(({ path, message }) => (
          <li key={path} id={summaryId(formId, path)}>
            <a href={`#${controlId(formId, path)}`} onClick={(event) => goTo(event, path)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};

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
    // What is sent before the code of the page has come does not stand in an address.
    <form ref={ref} className={className} method="post" noValidate onSubmit={submit}>
      {issues.length > 0 && <ErrorSummary key={refusals} formId={formId} issues={issues} />}
      <FormContext value={{ formId, issues }}>{children}</FormContext>
    </form>
  );
};
