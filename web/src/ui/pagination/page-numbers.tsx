import { Link } from 'react-router-dom';
import styles from './pagination.module.css';
import { GAP, pagePath, pageSteps } from './paging.ts';

interface PageNumbersProps {
  readonly page: number;
  readonly pageCount: number;
  readonly path: string;
}

/** A link to each of the pages around the current one, the first and the last. */
export const PageNumbers = ({ page, pageCount, path }: PageNumbersProps) => (
  <ol role="list" className={styles.numbers}>
    {pageSteps(page, pageCount).map((step, index) => (
      <li key={index}>
        {step === GAP ? (
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
