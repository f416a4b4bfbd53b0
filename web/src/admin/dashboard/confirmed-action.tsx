import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ActionNote, useAction } from '../layout/action.tsx';
import { ConfirmDialog } from '../layout/confirm-dialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './confirmed-action.module.css';

interface ConfirmedActionProps {
  /** The label of the button, and of the one that confirms. */
  readonly label: string;
  /** What the action does, beside the button. */
  readonly explanation: string;
  /** The title of the dialog, and what it says. */
  readonly title: string;
  readonly children: ReactNode;
  readonly dangerous?: boolean;
  readonly words: { readonly busy: string; readonly done: string; readonly failed: string };
  readonly act: () => Promise<unknown>;
  /** Called before the dialog opens; may not proceed. */
  readonly before?: (proceed: () => void) => void;
}

/** A button for an action on the whole site or account, which asks for a confirmation. */
export const ConfirmedAction = (props: ConfirmedActionProps) => {
  const { label, explanation, title, children, dangerous = false, words, act } = props;
  const { before = (proceed: () => void) => proceed() } = props;
  const [confirming, setConfirming] = useState(false);
  const { status, run } = useAction();
  const confirm = () => {
    setConfirming(false);
    void run(act, words);
  };
  return (
    <div className={classNames('stack-3 start', styles.action)}>
      <p className="note">{explanation}</p>
      <Button pending={status.state === 'busy'} onClick={() => before(() => setConfirming(true))}>
        {label}
      </Button>
      <ActionNote status={status} busy={words.busy} />
      <ConfirmDialog
        open={confirming}
        title={title}
        confirm={label}
        dangerous={dangerous}
        onConfirm={confirm}
        onCancel={() => setConfirming(false)}
      >
        {children}
      </ConfirmDialog>
    </div>
  );
};
