import type { PublicShell } from '../data/page-data.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './pending-page.module.css';
import { PublicPage } from './public-page.tsx';

interface PendingPageProps extends PublicShell {
  /** What is said meanwhile. */
  readonly pending: string;
}

/** Stands for a page whose content is on its way. */
export const PendingPage = ({ pending, frame, error, year }: PendingPageProps) => (
  <PublicPage frame={frame} error={error} year={year} busy>
    <title>{pending}</title>
    <h1 className={classNames('page', styles.text)}>{pending}</h1>
  </PublicPage>
);
