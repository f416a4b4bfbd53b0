import { ArrowLeft, ArrowRight } from '../icons.tsx';
import type { SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import styles from './pagination.module.css';
import { ELLIPSIS, PAGE_NUMBER, PAGE_PARAM, pagePath, pageSteps, readPage } from './paging.ts';

interface PaginationProps {
  /** Counted from 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly path: string;
}

const PageNumbers = ({ page, pageCount, path }: PaginationProps) => (
  <ol role="list" className={styles.numbers}>
    {pageSteps(page, pageCount).map((step, index) => (
      <li key={index}>
        {step === ELLIPSIS ? (
          <span aria-hidden="true">…</span>
        ) : (
          <Link
            to={pagePath(path, step)}
            aria-label={`Page ${step}`}
            aria-current={step === page ? 'page' : undefined}
          >
            {step}
          </Link>
        )}
      </li>
    ))}
  </ol>
);

/** A form that opens a page by its number. The browser validates that it is positive. */
const GoToPage = ({ pageCount, path }: PaginationProps) => {
  const navigate = useNavigate();
  const [action, query] = path.split('?');

  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get(PAGE_PARAM);
    const page = typeof typed === 'string' ? readPage(typed, pageCount) : undefined;
    if (page === undefined) return;
    event.currentTarget.reset();
    void navigate(pagePath(path, page));
  };

  return (
    <form className={styles.go} action={action} onSubmit={go}>
      {/* Without JavaScript, submitting a form replaces the query of its address. */}
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="muted">
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
  );
};

/**
 * Links to the pages of a list, and a form to enter a page number. Both work without JavaScript.
 * Renders nothing for a single page.
 */
export const Pagination = (props: PaginationProps) => {
  const { page, pageCount, path } = props;
  if (pageCount <= 1) return null;
  return (
    <nav className={classNames('spread small', styles.pagination)} aria-label="Pages">
      <div className={styles.steps}>
        {page > 1 && (
          <Link className={styles.previous} to={pagePath(path, page - 1)} rel="prev">
            <ArrowLeft size={16} />
            Previous<span className="visually-hidden"> page</span>
          </Link>
        )}
        <PageNumbers {...props} />
        {page < pageCount && (
          <Link className={styles.next} to={pagePath(path, page + 1)} rel="next">
            Next<span className="visually-hidden"> page</span>
            <ArrowRight size={16} />
          </Link>
        )}
      </div>
      <GoToPage {...props} />
    </nav>
  );
};
