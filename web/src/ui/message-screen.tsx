import type { ReactNode } from 'react';
import styles from './message-screen.module.css';

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
