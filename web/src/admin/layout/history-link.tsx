import { useHasHistory } from '../../data/history.ts';
import { historyPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './history-link.module.css';

interface HistoryLinkProps {
  /** A file or a folder of the content. */
  readonly path: string;
  /** An entry or a section of the file. */
  readonly part?: string;
  /** What the file holds, where that is not clear from where the link is. */
  readonly of?: string;
  /** On a phone that is read out only, as there is no room for it. */
  readonly isShort?: boolean;
  /** As one of several buttons, or by itself. */
  readonly look?: 'quiet' | 'plain';
}

/** Leads to the changes of one file, where the API keeps any. */
export const HistoryLink = ({
  path,
  part = '',
  of,
  isShort = false,
  look = 'plain',
}: HistoryLinkProps) =>
  useHasHistory() === true && (
    <ButtonLink look={look} to={historyPath({ path, part })}>
      <span>
        History
        {of !== undefined && <span className={isShort ? styles.short : undefined}> of {of}</span>}
      </span>
    </ButtonLink>
  );
