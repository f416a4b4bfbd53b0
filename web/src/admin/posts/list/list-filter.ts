import { hasTag, matchingPosts, tagKey, type PostHeading } from 'content-schema';

/** What the list of posts shows of all posts, as its address says it. */
export interface ListFilter {
  /** Words that the title, a tag or the text of a post must have. */
  readonly words: string;
  /** Empty for posts with any tags. */
  readonly tag: string;
  /** The number of the page, as it stands in the address. */
  readonly page: string | null;
}

export const readFilter = (search: string): ListFilter => {
  const query = new URLSearchParams(search);
  return { words: query.get('q') ?? '', tag: query.get('tag') ?? '', page: query.get('page') };
};

/** The query of the address that shows what the filter says. */
export const filterQuery = ({ words, tag, page }: ListFilter): string => {
  const query = new URLSearchParams({
    ...(words !== '' && { q: words }),
    ...(tag !== '' && { tag }),
    ...(page !== null && page !== '1' && { page }),
  }).toString();
  return query && `?${query}`;
};

/**
 * The posts that have the tag, and every word.
 *
 * @param inTexts the ids of those that have the words in their texts.
 */
export const filterPosts = (
  posts: readonly PostHeading[],
  { words, tag }: ListFilter,
  inTexts: ReadonlySet<string>,
): PostHeading[] => {
  const matches = matchingPosts(words);
  return posts
    .filter((post) => tag === '' || hasTag(post, tag))
    .filter((post) => matches(post) || inTexts.has(post.id));
};

/** Every tag once, in the spelling that comes first, by alphabet. */
export const tagsOf = (posts: readonly PostHeading[]): string[] => {
  const tags = new Map<string, string>();
  for (const tag of posts.flatMap((post) => post.tags)) {
    if (!tags.has(tagKey(tag))) tags.set(tagKey(tag), tag.trim());
  }
  return [...tags.values()].sort((one, other) => one.localeCompare(other));
};
