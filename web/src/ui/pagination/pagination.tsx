import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { GoToPage } from './go-to-page.tsx';
import { PageNumbers } from './page-numbers.tsx';
import styles from './pagination.module.css';
import { pagePath } from './paging.ts';

interface PaginationProps {
  /** Counted from 1. */
  readonly page: number;
  readonly pageCount: number;
  /** The address of the list's first page. */
  readonly path: string;
}

/**
 * Leads to the pages of a list, by links and a form that need no script. Nothing when there is
 * only one page.
 */
export const Pagination = (props: PaginationProps) => {
  const { page, pageCount, path } = props;
  if (pageCount <= 1) return null;
  return (
    <nav className={styles.pagination} aria-label="Pages">
      <div className={styles.steps}>
        <PageNumbers {...props} />
        {page > 1 && (
          <Link className={styles.previous} to={pagePath(path, page - 1)} rel="prev">
            <ArrowLeft size={16} aria-hidden="true" />
            Previous<span className="visually-hidden"> page</span>
          </Link>
        )}
        {page < pageCount && (
          <Link className={styles.next} to={pagePath(path, page + 1)} rel="next">
            Next<span className="visually-hidden"> page</span>
            <ArrowRight size={16} aria-hidden="true" />
          </Link>
        )}
      </div>
      <GoToPage {...props} />
    </nav>
  );
};
