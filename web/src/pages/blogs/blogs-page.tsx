import { PendingPage } from '../../site/pending-page.tsx';
import { usePage } from '../../data/use-page.ts';
import { Blogs } from './blogs.tsx';

/** `/blogs`, with what is stored. */
export const BlogsPage = () => {
  const { site, view, loading, error } = usePage('blogs');
  if (!site)
    return (
      <PendingPage site={site} error={error}>
        Loading blogs…
      </PendingPage>
    );
  return <Blogs {...site} listing={loading ? undefined : view} />;
};
