import { PendingPage } from '../../site/pending-page.tsx';
import { usePage } from '../../data/use-page.ts';
import { Experiences } from './experiences.tsx';

/** `/experiences`, with what is stored. */
export const ExperiencesPage = () => {
  const { site, view, error } = usePage('experiences');
  if (site && view) return <Experiences {...site} resume={view} />;
  return (
    <PendingPage site={site} error={error}>
      Loading experiences…
    </PendingPage>
  );
};
