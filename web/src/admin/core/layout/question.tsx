import { createContext, useContext, useState, type ComponentProps, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError } from '../../../data/request.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Status } from '../../../ui/messages.tsx';
import { Failure } from './action.tsx';
import styles from './question.module.css';

const NO_VALUES = {
  ...{ id: '', name: '', email: '', password: '', newPassword: '' },
  ...{ repository: '', token: '', organization: '', site: '', way: '', publishedAt: '' },
  ...{ posts: '', pages: '', media: '', newPost: '', newPhoto: '' },
};

export const PASSWORD = {
  label: 'Your password',
  type: 'password',
  autoComplete: 'current-password',
} as const;

type Values = Readonly<typeof NO_VALUES>;

type FieldProps = Omit<ComponentProps<typeof TextField>, 'path' | 'value' | 'onChange'>;

/** What to ask the administrator before an action: to confirm it, and to fill in some fields. */
export interface Question {
  readonly title: string;
  readonly text?: ReactNode;
  /** The value `way` is chosen here, before the fields. */
  readonly ways?: Pick<ComponentProps<typeof RadioGroup>, 'label' | 'options'>;
  readonly fields?: Readonly<Partial<Record<keyof Values, FieldProps>>>;
  readonly values?: Partial<Values>;
  readonly action: string;
  readonly dangerous?: boolean;
  /** The dialog stays open while a returned promise is pending, and says why it was rejected. */
  readonly onConfirm: (values: Values) => unknown;
  readonly busy?: string;
  /** The message for a failure without a message from the server. */
  readonly failed?: (error: unknown) => string;
}

/** For what replaces the content of an open dialog. */
export const focusField = (content: HTMLElement | null) => content?.querySelector('input')?.focus();

interface QuestionFormProps {
  readonly question: Question;
  readonly onClose: () => void;
}

/** The focus starts on the first field, or on "Cancel". */
const QuestionForm = ({ question, onClose }: QuestionFormProps) => {
  const { text, ways, fields = {}, action, dangerous = false, onConfirm, busy, failed } = question;
  const [values, setValues] = useState<Values>({ ...NO_VALUES, ...question.values });
  const [pending, setPending] = useState(false);
  const [failures, setFailures] = useState<readonly unknown[]>([]);
  const failure = failures.at(-1);
  const issues = failure instanceof ApiError ? failure.issues : [];
  const areShown = issues.some(({ path }) => path in fields);

  const submit = async () => {
    if (pending) return;
    setPending(true);
    try {
      await onConfirm(values);
      onClose();
    } catch (error) {
      setFailures([...failures, error]);
    }
    setPending(false);
  };

  return (
    <Form
      ref={focusField}
      className="stack-5"
      issues={areShown ? issues : []}
      rejections={failures.length}
      onSubmit={() => void submit()}
    >
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {ways && (
        <RadioGroup
          {...{ path: 'way', ...ways, value: values.way }}
          onChange={(way) => setValues({ ...values, way })}
        />
      )}
      {(Object.keys(fields) as (keyof Values)[]).map((path) => (
        <TextField
          key={path}
          path={path}
          label=""
          {...fields[path]}
          value={values[path]}
          onChange={(value) => setValues({ ...values, [path]: value })}
        />
      ))}
      {failures.length > 0 && !areShown && (
        <Failure key={failures.length} error={failure} message={failed?.(failure) ?? ''} />
      )}
      {busy !== undefined && <Status message={pending ? busy : undefined} />}
      <div className="cluster-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant={dangerous ? 'danger' : 'primary'} type="submit" pending={pending}>
          {action}
        </Button>
      </div>
    </Form>
  );
};

const AskContext = createContext<(question: Question) => void>(() => undefined);

export const useAsk = (): ((question: Question) => void) => useContext(AskContext);

/** Shows the question of a component below it, until another page opens. */
export const QuestionProvider = ({ children }: { readonly children: ReactNode }) => {
  const { key } = useLocation();
  const [asked, setAsked] = useState<{ readonly question: Question; readonly key: string }>();
  const question = asked?.key === key ? asked.question : undefined;
  // The action may have asked the next question.
  const close = () => setAsked((current) => (current === asked ? undefined : current));
  return (
    <AskContext value={(next) => setAsked({ question: next, key })}>
      {children}
      {question && (
        <Dialog title={question.title} onClose={close}>
          <QuestionForm key={question.title} question={question} onClose={close} />
        </Dialog>
      )}
    </AskContext>
  );
};
