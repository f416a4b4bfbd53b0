import { BLOGS } from '../../paths.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';
import { definePage } from '../../site/define-page.tsx';
import { tagListing } from '../../site/post-lists.ts';
import { tagHeading } from '../../site/text.ts';
import type { TagProps, TagView } from './tag.tsx';

const Tag = lazyPage<TagProps>(() => import('./tag.tsx'));

export const tagPage = definePage<TagView>({
  path: `${BLOGS}/tags/:tagSlug`,
  paged: true,
  sitemap: () => [],
  // No card without posts; otherwise anyone could put their own words on a card of this site.
  card: ({ posts }, _, { param }) => (posts.length > 0 ? { title: tagHeading(param) } : undefined),
  pending: 'Loading blogs…',
  Pending: Tag,
  select: ({ posts }, { param, page }) => tagListing(posts, param, page),
  Page: Tag,
});
