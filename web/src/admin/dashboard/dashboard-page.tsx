import { classNames } from '../../ui/class-names.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { useHashScroll } from '../../routing/use-hash-scroll.ts';
import { useEditableContent } from '../../data/editable-content.ts';
import { ContentPending } from '../layout/content-pending.tsx';
import { SectionedPage } from '../layout/sectioned-page.tsx';
import { DashboardForm } from './dashboard-form.tsx';
import styles from './dashboard-page.module.css';
import { ManageNavigation } from './manage-navigation.tsx';
import { RestoreDefaults } from './restore-defaults.tsx';
import { SECTIONS } from './sections.ts';

/** `/admin` */
export const DashboardPage = () => {
  const { sources, error, reload, restoreDefaults } = useEditableContent();
  useHashScroll(sources !== undefined);
  return (
    <main id="main" tabIndex={-1} className={classNames('page', styles.page)}>
      <title>Dashboard</title>
      <div className={styles.head}>
        <PageHeading className={styles.heading}>Dashboard</PageHeading>
        <ManageNavigation />
      </div>
      {sources ? (
        <SectionedPage label="Dashboard sections" sections={Object.values(SECTIONS)}>
          <DashboardForm sources={sources} />
          <RestoreDefaults restore={restoreDefaults} />
        </SectionedPage>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </main>
  );
};
