import type { PageName } from '../data/page-data.ts';
import type { PageState } from '../data/use-page.ts';
import { classNames } from '../ui/class-names.ts';
import { MessageScreen } from '../ui/message-screen.tsx';
import styles from './pending-page.module.css';
import { PublicPage } from './public-page.tsx';

interface PendingPageProps extends Pick<PageState<PageName>, 'site' | 'error'> {
  /** What is on its way. */
  readonly children: string;
}

/** Stands for a page whose content is on its way. */
export const PendingPage = ({ site, error, children }: PendingPageProps) =>
  site ? (
    <PublicPage {...site} busy>
      <title>{children}</title>
      <h1 className={classNames('page', styles.text)}>{children}</h1>
    </PublicPage>
  ) : (
    <MessageScreen busy={error === undefined}>{error ?? children}</MessageScreen>
  );
