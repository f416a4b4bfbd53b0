import { SEARCH_POSTS_MAX, searchText, searchWords } from 'content-schema';
import { mapYielding } from '../../git-store/map-yielding.ts';
import type { PostEntry } from '../reading/snapshot.ts';
import type { Digests } from './digests.ts';

/** Returns the posts with every word of the query in title, tags or excerpt, in their order. */
export type SearchSummaries = (
  posts: readonly PostEntry[],
  query: string,
) => Promise<readonly PostEntry[]>;

/** Creates a search that builds the searchable text of each post once. Yields to other requests. */
export const createSearchSummaries = (digests: Digests): SearchSummaries => {
  const texts = new WeakMap<PostEntry, string>();

  const prepare = async (posts: readonly PostEntry[]): Promise<void> => {
    const missing = posts.filter((post) => !texts.has(post));
    const made = await digests.of(missing);
    const pairs = missing.map((post, index) => [post, made[index]?.excerpt ?? ''] as const);
    await mapYielding(pairs, ([post, excerpt]) =>
      texts.set(post, searchText({ ...post, excerpt })),
    );
  };

  return async (posts, query) => {
    const searched = posts.slice(0, SEARCH_POSTS_MAX);
    await prepare(searched);
    const words = searchWords(query);
    return searched.filter((post) => words.every((word) => texts.get(post)?.includes(word)));
  };
};
