import { ArrowLeft, ArrowRight } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './history-page.module.css';
import { historyPath } from './history-paths.ts';

interface HistoryStepsProps {
  readonly page: number;
  readonly hasMore: boolean;
  readonly path: string;
}

/** Leads to newer and older changes; how many pages there are is not known. */
export const HistorySteps = ({ page, hasMore, path }: HistoryStepsProps) =>
  (page > 1 || hasMore) && (
    <nav className={styles.steps} aria-label="Pages">
      {page > 1 && (
        <ButtonLink rel="prev" to={historyPath(page - 1, path)}>
          <ArrowLeft size={16} aria-hidden="true" />
          Newer changes
        </ButtonLink>
      )}
      {hasMore && (
        <ButtonLink rel="next" to={historyPath(page + 1, path)}>
          Older changes
          <ArrowRight size={16} aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  );
