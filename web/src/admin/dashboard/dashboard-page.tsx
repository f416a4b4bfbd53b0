import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { classNames } from '../../components/class-names.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { useHashScroll } from '../../components/use-hash-scroll.ts';
import { useEditableContent } from '../../data/editable-content.ts';
import { partOf } from '../../data/loaded-content.ts';
import { ContentPending } from '../content-pending.tsx';
import styles from './dashboard-page.module.css';
import { ProfileForm } from './profile-form.tsx';
import { SideNavigation } from './side-navigation.tsx';

/** `/admin` */
export const DashboardPage = () => {
  const { loaded, error, reload, saveProfile } = useEditableContent();
  useHashScroll(loaded !== undefined);
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
      {loaded ? (
        <div className={styles.columns}>
          <SideNavigation />
          <ProfileForm stored={partOf(loaded, 'profile')} save={saveProfile} />
        </div>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </main>
  );
};
