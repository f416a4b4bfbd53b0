import { useRef, type ReactNode } from 'react';
import { Form } from '../../components/form/form.tsx';
import { useUnsaved } from '../leave-guard/leave-context.ts';
import { SaveBar } from './save-bar.tsx';
import type { EditForm as EditFormState } from './use-edit-form.ts';
import { useSaveShortcut } from './use-save-shortcut.ts';
import styles from './edit-form.module.css';

interface EditFormProps {
  readonly form: Pick<
    EditFormState<unknown>,
    'issues' | 'refusals' | 'unsaved' | 'status' | 'submit'
  >;
  readonly children: ReactNode;
}

/** A form whose edits can be saved by button and by keyboard, and are not left behind unsaved. */
export const EditForm = ({ form, children }: EditFormProps) => {
  const element = useRef<HTMLFormElement>(null);
  const { issues, refusals, unsaved, status, submit } = form;
  useSaveShortcut(element);
  useUnsaved(unsaved);
  return (
    <Form
      ref={element}
      className={styles.form}
      issues={issues}
      refusals={refusals}
      onSubmit={submit}
    >
      {children}
      <SaveBar status={status} unsaved={unsaved} />
    </Form>
  );
};
