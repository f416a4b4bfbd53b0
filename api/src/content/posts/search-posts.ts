import { matchingPosts } from 'content-schema';
import type { BlobCache } from '../reading/blob-cache.ts';
import { mapYielding } from '../../git-store/map-yielding.ts';
import type { PostEntry } from '../reading/snapshot.ts';
import { readReadablePosts } from './stored-posts.ts';

/** Texts to hold in memory at a time. */
const SLICE = 500;

/**
 * Returns the ids of the posts that contain every word of the query, in their order. Yields to
 * other requests.
 */
export const searchPosts = async (
  blobs: Pick<BlobCache, 'readEach'>,
  posts: readonly PostEntry[],
  query: string,
): Promise<string[]> => {
  const matches = matchingPosts(query);
  const ids: string[] = [];
  for (let start = 0; start < posts.length; start += SLICE) {
    const slice = await readReadablePosts(blobs, posts.slice(start, start + SLICE));
    const result = await mapYielding(slice, ({ entry, fields }) =>
      matches(fields) ? entry.id : [],
    );
    ids.push(...result.flat());
  }
  return ids;
};
