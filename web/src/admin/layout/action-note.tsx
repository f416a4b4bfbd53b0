import { Problem } from '../../ui/problem.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './action-note.module.css';
import type { ActionStatus } from './use-action.ts';

interface ActionNoteProps {
  readonly status: ActionStatus;
  /** What is said while it is under way. */
  readonly busy?: string;
}

/** Tells how an action went, in view wherever on the page it was asked for. */
export const ActionNote = ({ status, busy = 'Working…' }: ActionNoteProps) => (
  <div className={styles.note} data-state={status.state}>
    {status.state === 'error' && <Problem>{status.message}</Problem>}
    <Status
      message={
        status.state === 'done' ? status.message : status.state === 'busy' ? busy : undefined
      }
      tone={status.state === 'done' ? 'ok' : 'progress'}
    />
  </div>
);
