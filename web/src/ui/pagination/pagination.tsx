import { ArrowLeft, ArrowRight } from '../icons.tsx';
import type { SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import styles from './pagination.module.css';
import { PAGE_NUMBER, PAGE_PARAM, pagePath, readPage } from './paging.ts';

interface PaginationProps {
  /** Counted from 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly path: string;
}

/**
 * Links to the neighbouring pages of a list, and a form to enter a page number, which the browser
 * validates to be positive. Both work without JavaScript. Renders nothing for a single page.
 */
export const Pagination = ({ page, pageCount, path }: PaginationProps) => {
  const navigate = useNavigate();
  const [action, query] = path.split('?');
  if (pageCount <= 1) return null;

  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(PAGE_PARAM);
    const opened = typeof typed === 'string' ? readPage(typed, pageCount) : undefined;
    if (opened === undefined) return;
    event.currentTarget.reset();
    void navigate(pagePath(path, opened));
  };

  return (
    <nav className={classNames('spread small', styles.pagination)} aria-label="Pages">
      <div className={classNames('line', styles.steps)}>
        {page > 1 && (
          <Link className="step-link step-back" to={pagePath(path, page - 1)} rel="prev">
            <ArrowLeft size={16} />
            Previous<span className="visually-hidden"> page</span>
          </Link>
        )}
        <span className="muted">
          Page {page} of {pageCount}
        </span>
        {page < pageCount && (
          <Link className="step-link" to={pagePath(path, page + 1)} rel="next">
            Next<span className="visually-hidden"> page</span>
            <ArrowRight size={16} />
          </Link>
        )}
      </div>
      <form className={classNames('line', styles.go)} action={action} onSubmit={go}>
        {/* Without JavaScript, submitting a form replaces the query of its address. */}
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className="line muted">
          Go to page
          <input
            name={PAGE_PARAM}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            required
            pattern={PAGE_NUMBER}
            title="A page number, from 1 on"
          />
        </label>
        <Button type="submit">Go</Button>
      </form>
    </nav>
  );
};
