/**
 * The kinds of messages on a page:
 * `MessageScreen` in place of a page, `Notice` about a page as a whole, `Problem` about what was
 * just asked for, and `Status` about how something goes.
 */
import type { ReactNode } from 'react';
import styles from './messages.module.css';

interface MessageScreenProps {
  readonly children: string;
  /** Another page follows as soon as it can be shown. */
  readonly busy?: boolean;
  /** What can be done about it. */
  readonly action?: ReactNode;
}

/** A page of one message. */
export const MessageScreen = ({ children, busy = false, action }: MessageScreenProps) => (
  <main id="main" className={styles.screen} aria-busy={busy}>
    <title>{children}</title>
    <h1 className={styles.text}>{children}</h1>
    {action}
  </main>
);

interface AlertProps {
  readonly children: ReactNode;
}

/** At the top of a page: something went wrong with it as a whole. */
export const Notice = ({ children }: AlertProps) => (
  <div className={styles.notice} role="alert">
    {children}
  </div>
);

/** What was just asked for did not work; read out at once. */
export const Problem = ({ children }: AlertProps) => (
  <p className={styles.problem} role="alert">
    {children}
  </p>
);

/** How long a message of success stays. */
export const STATUS_MESSAGE_MS = 2500;

interface StatusProps {
  readonly message: string | undefined;
  readonly tone?: 'progress' | 'ok';
}

/**
 * How an action goes. It stays on the page while it is empty, since screen readers announce only
 * what changes inside it.
 */
export const Status = ({ message, tone = 'progress' }: StatusProps) => (
  <p role="status" className={styles.status} data-tone={tone}>
    {message}
  </p>
);
