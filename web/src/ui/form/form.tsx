import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { classNames } from '../class-names.ts';
import styles from './form.module.css';

interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

interface FormScope {
  readonly formId: string;
  readonly issues: readonly FieldIssue[];
}

const FormContext = createContext<FormScope>({ formId: '', issues: [] });

/** The id of the control for the field at `path`, without spaces, which separate ids in lists. */
const controlId = (formId: string, path: string): string => `${formId}-${path}`.replace(/\s/g, '_');

const summaryId = (formId: string, path: string): string => `${controlId(formId, path)}-summary`;

export const useField = (path: string) => {
  const { formId, issues } = useContext(FormContext);
  const error = issues.find((issue) => issue.path === path)?.message;
  const [first, ...others] = issues.filter(({ message }) => message === error);
  return {
    id: controlId(formId, path),
    error,
    /** The id of the summary's entry with the same message, when that entry is for another field. */
    saidAt: first && others.length > 0 ? summaryId(formId, first.path) : undefined,
  };
};

/** Focuses a control, also one in a section that is hidden. */
export const showControl = (control: HTMLElement | null): void => {
  control?.closest('[hidden]')?.removeAttribute('hidden');
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
};

interface FieldScopeProps {
  /** Prefixes the paths of this part's fields, so that they differ from those of other parts. */
  readonly name: string;
  /** The issues of this part. The form's own issues have `name` before their paths. */
  readonly issues: readonly FieldIssue[];
  readonly children: ReactNode;
}

/** The path of a part's field within the whole form. */
export const scopedPath = (name: string, path: string): string => `${name}-${path}`;

export const FieldScope = ({ name, issues, children }: FieldScopeProps) => {
  const { formId } = useContext(FormContext);
  return <FormContext value={{ formId: controlId(formId, name), issues }}>{children}</FormContext>;
};

/** Lists an issue once when two fields have the same one. */
const distinct = (issues: readonly FieldIssue[]): FieldIssue[] =>
  issues.filter(
    ({ message }, index) => issues.findIndex((other) => other.message === message) === index,
  );

interface ErrorSummaryProps extends FormScope {
  /** The field in which someone has typed since submitting the form. */
  readonly typedIn: RefObject<EventTarget | null>;
}

/**
 * Lists everything that is wrong with a form, with links to the fields. It is announced when it
 * appears, and takes the focus unless someone is typing.
 */
const ErrorSummary = ({ formId, issues, typedIn }: ErrorSummaryProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== typedIn.current) box.current?.focus();
  }, [typedIn]);

  const goTo = (event: MouseEvent, path: string) => {
    event.preventDefault();
    showControl(document.getElementById(controlId(formId, path)));
  };

  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <ul role="list" className={classNames('strong stack-1', styles.list)}>
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
  readonly issues?: readonly FieldIssue[];
  /** The number of failed submissions. Each increase announces the summary. */
  readonly rejections?: number;
  readonly onSubmit: () => void;
  readonly ref?: Ref<HTMLFormElement>;
  readonly className?: string | undefined;
}

/** Shows its issues in a summary at the top and beside each field, not as the browser would. */
export const Form = (props: FormProps) => {
  const { children, issues = [], rejections = 0, onSubmit, ref, className } = props;
  const formId = useId();
  const typedIn = useRef<EventTarget>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    typedIn.current = null;
    onSubmit();
  };
  return (
    // `post` keeps the values out of the address if the form is submitted before its code loads.
    <form
      ref={ref}
      className={className}
      method="post"
      noValidate
      onInput={({ target }) => (typedIn.current = target)}
      onSubmit={submit}
    >
      {issues.length > 0 && (
        <ErrorSummary key={rejections} formId={formId} issues={issues} typedIn={typedIn} />
      )}
      <FormContext value={{ formId, issues }}>{children}</FormContext>
    </form>
  );
};
