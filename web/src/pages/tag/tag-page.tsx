import { useParams } from 'react-router-dom';
import { PendingPage } from '../../site/pending-page.tsx';
import { usePage } from '../../data/use-page.ts';
import { Tag } from './tag.tsx';

/** `/blogs/tags/{tagSlug}`, with what is stored. */
export const TagPage = () => {
  const { site, view, loading, error } = usePage('tag');
  const { tagSlug = '' } = useParams();
  if (!site)
    return (
      <PendingPage site={site} error={error}>
        Loading blogs…
      </PendingPage>
    );
  return <Tag {...site} slug={tagSlug} listing={loading ? undefined : view} />;
};
