import { useHasHistory } from '../../data/history.ts';
import { historyPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

interface HistoryLinkProps {
  /** A file or a folder of the content. */
  readonly path: string;
  /** An entry or a section of the file. */
  readonly part?: string;
  /** What the file holds, where that is not clear from where the link is. */
  readonly of?: string;
}

/** Leads to the changes of one file, where the API keeps any. */
export const HistoryLink = ({ path, part = '', of }: HistoryLinkProps) =>
  useHasHistory() === true && (
    <ButtonLink look="plain" to={historyPath({ path, part })}>
      {of === undefined ? 'History' : `History of ${of}`}
    </ButtonLink>
  );
