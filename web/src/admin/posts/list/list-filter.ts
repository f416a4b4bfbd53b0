import { hasTag, tagKey, type PostSource } from 'content-schema';

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

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The posts in which every word occurs, and which have the tag. */
export const filterPosts = (
  posts: readonly PostSource[],
  { words, tag }: ListFilter,
): PostSource[] => {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  return posts
    .filter((post) => tag === '' || hasTag(post, tag))
    .filter(({ title, tags, content }) => {
      if (wanted.length === 0) return true;
      const text = folded([title, ...tags, content].join('\n'));
      return wanted.every((word) => text.includes(word));
    });
};

/** Every tag once, in the spelling that comes first, by alphabet. */
export const tagsOf = (posts: readonly PostSource[]): string[] => {
  const tags = new Map<string, string>();
  for (const tag of posts.flatMap((post) => post.tags)) {
    if (!tags.has(tagKey(tag))) tags.set(tagKey(tag), tag.trim());
  }
  return [...tags.values()].sort((one, other) => one.localeCompare(other));
};
