import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem, Status, STATUS_MESSAGE_MS } from '../../ui/messages.tsx';
import { messageOf } from '../../data/request.ts';
import styles from './action.module.css';

export type ActionStatus =
  | { readonly state: 'idle' | 'busy' }
  | { readonly state: 'done' | 'error'; readonly message: string };

interface Words {
  readonly done: string;
  /** For a failure that the server gave no words for. */
  readonly failed: string;
}

interface ActionHook {
  readonly status: ActionStatus;
  /** Does one thing after the other, and resolves to whether it was done. */
  readonly run: (act: () => Promise<unknown>, words: Words) => Promise<boolean>;
}

const IDLE: ActionStatus = { state: 'idle' };

const statusAfter = (message: string | undefined): ActionStatus =>
  message === undefined ? IDLE : { state: 'done', message };

/**
 * Something that a button does, and how it went. Success is shown for a while.
 *
 * @param before what was done on the page that led here.
 */
export const useAction = (before?: string): ActionHook => {
  const [status, setStatus] = useState(() => statusAfter(before));
  const last = useRef<Promise<boolean>>(Promise.resolve(true));

  useEffect(() => {
    if (status.state !== 'done') return;
    const timer = setTimeout(() => setStatus(IDLE), STATUS_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [status]);

  const attempt = async (act: () => Promise<unknown>, { done, failed }: Words) => {
    setStatus({ state: 'busy' });
    try {
      await act();
      setStatus({ state: 'done', message: done });
      return true;
    } catch (error) {
      setStatus({ state: 'error', message: messageOf(error, failed) });
      return false;
    }
  };

  const run = useCallback((act: () => Promise<unknown>, words: Words) => {
    last.current = last.current.then(() => attempt(act, words));
    return last.current;
  }, []);

  return { status, run };
};

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
