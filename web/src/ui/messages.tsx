/**
 * Messages on a page: `MessageScreen` replaces a page, `Notice` is about a whole page, and `Problem`
 * and `Status` about an action.
 */
import type { PropsWithChildren, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './messages.module.css';

interface MessageScreenProps {
  readonly children: string;
  readonly busy?: boolean;
  /** A button or link that helps. */
  readonly action?: ReactNode;
}

/** A page with only a message. */
export const MessageScreen = ({ children, busy = false, action }: MessageScreenProps) => (
  <main id="main" className={styles.screen} aria-busy={busy}>
    <title>{children}</title>
    <h1 className={classNames('larger muted', styles.text)}>{children}</h1>
    {action}
  </main>
);

/** An alert at the top of a page about the page as a whole. */
export const Notice = ({ children }: PropsWithChildren) => (
  <div className={classNames('error strong', styles.notice)} role="alert">
    {children}
  </div>
);

/** An alert about a failed action; screen readers announce it at once. */
export const Problem = ({ children }: PropsWithChildren) => (
  <p className="error" role="alert">
    {children}
  </p>
);

export const STATUS_MESSAGE_MS = 2500;

interface StatusProps {
  readonly message: string | undefined;
  readonly tone?: 'progress' | 'ok';
}

/**
 * The progress or success of an action. Render it even while it is empty, since screen readers
 * announce only changes inside an existing element.
 */
export const Status = ({ message, tone = 'progress' }: StatusProps) => (
  <p role="status" className={classNames('status', styles.status)} data-tone={tone}>
    {message}
  </p>
);
