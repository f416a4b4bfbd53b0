import styles from './status.module.css';

/** How long it is said that something went well. */
export const STATUS_MESSAGE_MS = 2500;

interface StatusProps {
  readonly message: string | undefined;
  readonly tone?: 'progress' | 'ok';
}

/**
 * Tells how an action goes, also to those who don't see it. Stays on the page while it is empty:
 * only what changes inside it is read out.
 */
export const Status = ({ message, tone = 'progress' }: StatusProps) => (
  <p role="status" className={styles.status} data-tone={tone}>
    {message}
  </p>
);
