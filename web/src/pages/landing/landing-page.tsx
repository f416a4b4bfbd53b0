import { PendingPage } from '../../site/pending-page.tsx';
import { usePage } from '../../data/use-page.ts';
import { Landing } from './landing.tsx';

/** `/`, with what is stored. */
export const LandingPage = () => {
  const { site, view, error } = usePage('landing');
  if (site && view) return <Landing {...site} view={view} />;
  return (
    <PendingPage site={site} error={error}>
      Loading…
    </PendingPage>
  );
};
