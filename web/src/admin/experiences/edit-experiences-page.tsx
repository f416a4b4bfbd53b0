import { useHashScroll } from '../../routing/use-hash-scroll.ts';
import { useEditableContent } from '../../data/editable-content.ts';
import { ContentPending } from '../layout/content-pending.tsx';
import { SectionedPage } from '../layout/sectioned-page.tsx';
import { AdminPage } from '../layout/admin-page.tsx';
import { ExperiencesForm } from './experiences-form.tsx';
import { SECTIONS } from './sections.ts';

/** `/admin/experiences` */
const ExperiencesPage = () => {
  const { sources, error, reload } = useEditableContent();
  useHashScroll(sources !== undefined);
  return (
    <AdminPage title="Experiences" back={{ to: '/admin', text: 'Back to dashboard' }}>
      {sources ? (
        <SectionedPage label="Experience sections" sections={Object.values(SECTIONS)}>
          <ExperiencesForm sources={sources} />
        </SectionedPage>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default ExperiencesPage;
