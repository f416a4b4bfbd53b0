import { classNames } from './class-names.ts';
import styles from './messages.module.css';

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
