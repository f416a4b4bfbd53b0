import { SEARCH_POSTS_MAX, searchText, searchWords } from 'content-schema';
import { mapYielding } from '../git-store/map-yielding.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';
import type { Digests } from './digests.ts';

/** The posts with every word in title, tags or excerpt, in their order. Yields to requests. */
export const searchSummaries = async (
  digests: Digests,
  snapshot: ContentSnapshot,
  posts: readonly PostEntry[],
  query: string,
): Promise<readonly PostEntry[]> => {
  const searched = posts.slice(0, SEARCH_POSTS_MAX);
  const made = await digests.of(searched, snapshot);
  const words = searchWords(query);
  const matches = await mapYielding(searched, (post, index) => {
    const text = searchText({ ...post, excerpt: made[index]?.excerpt ?? '' });
    return words.every((word) => text.includes(word));
  });
  return searched.filter((_, index) => matches[index]);
};
