import styles from './message-screen.module.css';

interface MessageScreenProps {
  readonly children: string;
  /** Another page follows as soon as it can be shown. */
  readonly busy?: boolean;
}

/** A page of one message. */
export const MessageScreen = ({ children, busy = false }: MessageScreenProps) => (
  <main id="main" className={styles.screen} aria-busy={busy}>
    <title>{children}</title>
    <h1 className={styles.text}>{children}</h1>
  </main>
);
