import { lazyPage } from '../../routing/lazy-page.tsx';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { countTags } from '../../site/post-lists.ts';
import { TAGS } from '../../paths.ts';
import type { TagsView } from './tags.tsx';

export const tagsPage = definePage<TagsView>({
  path: TAGS,
  sitemap: () => [{ path: TAGS }],
  card: () => ({ title: 'Tags' }),
  pending: 'Loading tags…',
  select: ({ posts }) => ({ posts: [], tags: countTags(posts) }),
  Page: lazyPage<PageProps<TagsView>>(() => import('./tags.tsx')),
});
