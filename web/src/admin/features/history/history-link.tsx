import { historyPath } from '../../core/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';

interface HistoryLinkProps {
  readonly path: string;
  /** An entry or a section of the file. */
  readonly part?: string;
  /** Names the file's content, where the link's surroundings don't. */
  readonly of?: string;
  /** A button among others, or a plain link. */
  readonly variant?: 'quiet' | 'plain';
}

export const HistoryLink = ({ path, part = '', of, variant = 'plain' }: HistoryLinkProps) => (
  <ButtonLink
    variant={variant}
    to={historyPath({ path, part })}
    aria-label={of === undefined ? undefined : `History of ${of}`}
  >
    <span>
      History
      {of !== undefined && <span className="wide-only"> of {of}</span>}
    </span>
  </ButtonLink>
);
