import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import { readReadablePosts } from './stored-posts.ts';

/** The others that a large push brings are rendered when they are first read. */
const POSTS_MAX = 20;

/**
 * Renders what visitors see of the newest posts that differ from those of `previous`, so that the first
 * of them doesn't wait for it. One after the other: who reads a post meanwhile waits for one at most.
 */
export const renderAhead = async (
  blobs: Pick<BlobCache, 'readEach'>,
  html: Pick<HtmlRenderer, 'render'>,
  previous: ContentSnapshot,
  next: ContentSnapshot,
): Promise<void> => {
  const changed = next.posts
    .filter(({ hidden, path, blob }) => !hidden && previous.tree.get(path)?.sha !== blob)
    .slice(0, POSTS_MAX);
  for (const { fields } of await readReadablePosts(blobs, changed)) {
    await html.render(fields.content, 'blocks');
  }
};
