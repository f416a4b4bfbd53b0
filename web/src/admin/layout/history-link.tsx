import { historyPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './history-link.module.css';

interface HistoryLinkProps {
  readonly path: string;
  /** An entry or a section of the file. */
  readonly part?: string;
  /** Names the file's content, where the link's surroundings don't. */
  readonly of?: string;
  /** Hides `of` visually on a phone, for lack of space. */
  readonly isShort?: boolean;
  /** The id of an element that names the link's subject, where the page doesn't. */
  readonly describedBy?: string;
  /** A button among others, or a plain link. */
  readonly variant?: 'quiet' | 'plain';
}

/** Links to the history of a file. */
export const HistoryLink = ({
  path,
  part = '',
  of,
  isShort = false,
  describedBy,
  variant = 'plain',
}: HistoryLinkProps) => (
  <ButtonLink
    variant={variant}
    to={historyPath({ path, part })}
    aria-label={of === undefined ? undefined : `History of ${of}`}
    aria-describedby={describedBy}
  >
    <span>
      History
      {of !== undefined && <span className={isShort ? styles.short : undefined}> of {of}</span>}
    </span>
  </ButtonLink>
);
