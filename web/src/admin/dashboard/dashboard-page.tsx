import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { classNames } from '../../components/class-names.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { useHashScroll } from '../../components/use-hash-scroll.ts';
import { useEditableContent } from '../../data/editable-content.ts';
import { ContentPending } from '../content-pending.tsx';
import { DashboardForm } from './dashboard-form.tsx';
import styles from './dashboard-page.module.css';
import { SideNavigation } from './side-navigation.tsx';

/** `/admin` */
export const DashboardPage = () => {
  const { sources, error, reload } = useEditableContent();
  useHashScroll(sources !== undefined);
  return (
    <main id="main" tabIndex={-1} className={classNames('page', styles.page)}>
      <title>Dashboard</title>
      <div className={styles.head}>
        <PageHeading className={styles.heading}>Dashboard</PageHeading>
        <Link className={styles.view} to="/">
          View site
          <ArrowUpRight size={16} aria-hidden="true" />
        </Link>
      </div>
      {sources ? (
        <div className={styles.columns}>
          <SideNavigation />
          <DashboardForm sources={sources} />
        </div>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </main>
  );
};
