import { failureMessages } from 'content-schema';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ActionNote, useAction } from '../layout/action.tsx';
import { ConfirmDialog } from '../layout/confirm-dialog.tsx';
import styles from './restore-defaults.module.css';

interface RestoreDefaultsProps {
  readonly restore: () => Promise<void>;
  /** Whether the replaced content can be restored from the history. */
  readonly hasHistory: boolean;
}

const WORDS = { done: 'Defaults restored', failed: failureMessages.resetContent };

/** A button that restores the sample content, after a confirmation. */
export const RestoreDefaults = ({ restore, hasHistory }: RestoreDefaultsProps) => {
  const [confirming, setConfirming] = useState(false);
  const { status, run } = useAction();
  const confirm = () => {
    setConfirming(false);
    void run(restore, WORDS);
  };
  return (
    <div className={styles.restore}>
      <p className={styles.text}>
        Restoring the defaults replaces everything on the site with the sample content.
      </p>
      <Button pending={status.state === 'busy'} onClick={() => setConfirming(true)}>
        Restore defaults
      </Button>
      <ActionNote status={status} busy="Restoring defaults..." />
      <ConfirmDialog
        open={confirming}
        title="Restore the default content?"
        confirm="Restore defaults"
        dangerous
        onConfirm={confirm}
        onCancel={() => setConfirming(false)}
      >
        <p>
          The site metadata, the profile, the experiences, all sections and all blog posts are
          replaced by the sample content. Photos stay.{' '}
          {hasHistory && 'What is there now stays in the history and can be restored.'}
        </p>
      </ConfirmDialog>
    </div>
  );
};
