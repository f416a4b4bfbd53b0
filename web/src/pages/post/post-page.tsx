import { PendingPage } from '../../site/pending-page.tsx';
import { usePostText } from '../../data/post-text.ts';
import { usePage } from '../../data/use-page.ts';
import { BlogPost } from './blog-post.tsx';
import { PostNotFound } from './post-not-found.tsx';

/** `/blogs/{postId}`, with what is stored. */
export const PostPage = () => {
  const { site, view, loading, error } = usePage('post');
  const missing = loading || view?.html !== undefined ? undefined : view?.post.id;
  const text = usePostText(missing);
  if (!site || loading || view === undefined) {
    return (
      <PendingPage site={site} error={error}>
        Loading blog…
      </PendingPage>
    );
  }
  if (view === null) return <PostNotFound {...site} />;
  return (
    <BlogPost
      {...site}
      {...view}
      error={site.error ?? text.error}
      html={view.html ?? text.html}
      minutes={view.minutes ?? text.minutes}
    />
  );
};
