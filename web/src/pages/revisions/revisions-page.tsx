import { BLOGS } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { findPost } from '../../site/post-lists.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const revisionsPage = definePage<object>({
  path: `${BLOGS}/:postId/revisions`,
  sitemap: () => [],
  pending: 'Loading revisions…',
  hasRevisions: true,
  select: ({ posts }, { param }) => {
    const post = findPost(posts, param);
    return { posts: post ? [post] : [] };
  },
  isMissing: ({ revisions }) => revisions === undefined,
  Page: lazyPage<PageProps<object>>(() => import('./revisions.tsx')),
});
