import { useState, type ComponentProps } from 'react';
import { ApiError, messageOf } from '../../data/request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Problem } from '../../ui/messages.tsx';

const NO_VALUES = { id: '', name: '', password: '', newPassword: '' };

type Values = Readonly<typeof NO_VALUES>;

type FieldProps = Omit<ComponentProps<typeof TextField>, 'path' | 'value' | 'onChange'>;

/** What a dialog asks for: some of the fields, or only a confirmation. */
export interface Question {
  readonly title: string;
  readonly text?: string;
  readonly fields: Readonly<Partial<Record<keyof Values, FieldProps>>>;
  /** The values at the beginning. */
  readonly values?: Partial<Values>;
  readonly action: string;
  readonly onSubmit: (values: Values) => Promise<unknown>;
  /** The message for a failure without a message from the server. */
  readonly failed: (error: unknown) => string;
}

interface QuestionFormProps {
  readonly question: Question;
  readonly onClose: () => void;
}

/** Shows the issues that the server finds, and closes once it finds none. */
const QuestionForm = ({ question, onClose }: QuestionFormProps) => {
  const { text, fields, action, onSubmit, failed } = question;
  const [values, setValues] = useState<Values>({ ...NO_VALUES, ...question.values });
  const [pending, setPending] = useState(false);
  const [failures, setFailures] = useState<readonly unknown[]>([]);
  const failure = failures.at(-1);
  const issues = failure instanceof ApiError ? failure.issues : [];
  const areShown = issues.some(({ path }) => path in fields);

  const submit = async () => {
    if (pending) return;
    setPending(true);
    await onSubmit(values).then(onClose, (error: unknown) => setFailures([...failures, error]));
    setPending(false);
  };

  return (
    <Form
      className="stack-5"
      issues={areShown ? issues : []}
      rejections={failures.length}
      onSubmit={() => void submit()}
    >
      {text !== undefined && <p>{text}</p>}
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
      {failures.length > 0 && !areShown && <Problem>{messageOf(failure, failed(failure))}</Problem>}
      <div className="cluster-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" pending={pending}>
          {action}
        </Button>
      </div>
    </Form>
  );
};

interface FormDialogProps {
  /** The dialog is open while there is one. */
  readonly question: Question | undefined;
  readonly onClose: () => void;
}

export const FormDialog = ({ question, onClose }: FormDialogProps) => (
  <Dialog open={question !== undefined} title={question?.title ?? ''} onClose={onClose}>
    {question && <QuestionForm question={question} onClose={onClose} />}
  </Dialog>
);
