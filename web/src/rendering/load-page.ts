import type { PublicContent } from 'content-schema';
import type { PageData } from '../data/page-data.ts';
import { textOf } from '../data/post-text.ts';
import type { PageLocation } from '../routing/page-location.ts';
import type { SitePage } from '../site/define-page.tsx';

/** All that a page shows, and nothing else of the content. */
export const loadPage = async (
  page: SitePage,
  location: PageLocation,
  content: PublicContent,
): Promise<PageData> => {
  const { site, profile } = content;
  const selected = page.select(content, location);
  const posts = await content.summarize(selected.posts);
  const [post] = page.hasText ? posts : [];
  return {
    path: page.path,
    address: location.address,
    frame: { site, profile },
    view: { ...selected, posts, ...(post && { text: textOf(await content.post(post.id)) }) },
  };
};
