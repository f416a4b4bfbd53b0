import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/problem.tsx';
import { Status } from '../../components/status.tsx';
import styles from './edit-form.module.css';
import type { SaveStatus } from './use-edit-form.ts';

interface SaveBarProps {
  readonly status: SaveStatus;
  readonly unsaved: boolean;
}

/** Stays in view below a form: the button that saves, and how the save goes. */
export const SaveBar = ({ status, unsaved }: SaveBarProps) => (
  <div className={styles.bar}>
    <Button look="primary" type="submit" pending={status.state === 'saving'}>
      Save changes
    </Button>
    {status.state === 'error' && <Problem>{status.message}</Problem>}
    <Status
      message={status.state === 'saving' || status.state === 'saved' ? status.message : undefined}
      tone={status.state === 'saved' ? 'ok' : 'progress'}
    />
    {status.state === 'idle' && unsaved && <p className={styles.unsaved}>Unsaved changes</p>}
  </div>
);
