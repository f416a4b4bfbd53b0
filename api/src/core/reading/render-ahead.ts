import { renderedBody } from 'content-schema/rendered-body';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import type { BlobCache } from './blob-cache.ts';
import { publicPosts } from './publication.ts';
import type { ContentSnapshot } from './snapshot.ts';
import { readReadablePosts } from './stored-posts.ts';

/** After a larger push, the other posts are rendered when they are first read. */
const POSTS_MAX = 20;

/**
 * Renders the newest public posts that changed, so that their first visitors don't wait; one after
 * the other, so that a request meanwhile waits for one post at most.
 */
export const renderAhead = async (
  blobs: Pick<BlobCache, 'readEach'>,
  html: Pick<HtmlRenderer, 'render'>,
  previous: ContentSnapshot,
  next: ContentSnapshot,
): Promise<void> => {
  const before = new Set(publicPosts(previous));
  const changed = publicPosts(next)
    .filter((post) => !before.has(post))
    .slice(0, POSTS_MAX);
  for (const { fields } of await readReadablePosts(blobs, changed)) {
    await html.render(renderedBody(fields.content), 'blocks');
  }
};
