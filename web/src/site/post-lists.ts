import { BLOGS_PER_PAGE, hasTag, sortPosts, tagKey, type PostHeading } from 'content-schema';
import { paginate, type Paged } from '../ui/pagination/paging.ts';

const visible = new WeakMap<readonly PostHeading[], readonly PostHeading[]>();

/** The visible posts, newest first. Cached per list. */
export const visiblePosts = <P extends PostHeading>(posts: readonly P[]): readonly P[] => {
  const cached = visible.get(posts) as readonly P[] | undefined;
  const sorted = cached ?? sortPosts(posts.filter(({ hidden }) => !hidden));
  if (!cached) visible.set(posts, sorted);
  return sorted;
};

export interface PagedPosts<P extends PostHeading> extends Omit<Paged<P>, 'items'> {
  readonly posts: readonly P[];
}

/** One page of the visible posts, newest first. `requestedPage` is from the address, unchecked. */
export const postListing = <P extends PostHeading>(
  posts: readonly P[],
  requestedPage: string | null,
): PagedPosts<P> => {
  const { items, ...page } = paginate(visiblePosts(posts), requestedPage, BLOGS_PER_PAGE);
  return { posts: items, ...page };
};

export interface TagListing<P extends PostHeading> extends PagedPosts<P> {
  /** In the spelling of the newest post with the tag; without one, as requested. */
  readonly tag: string;
}

/** One page of the visible posts with the tag, in any spelling, newest first. */
export const tagListing = <P extends PostHeading>(
  posts: readonly P[],
  tag: string,
  requestedPage: string | null,
): TagListing<P> => {
  const tagged = visiblePosts(posts.filter((post) => hasTag(post, tag)));
  const spellings = tagged.flatMap(({ tags }) => tags);
  const spelling = spellings.find((own) => tagKey(own) === tagKey(tag)) ?? tag;
  return { tag: spelling.trim(), ...postListing(tagged, requestedPage) };
};

export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** The tags of posts, each in its first spelling. */
export const tagCountsOf = (posts: readonly Pick<PostHeading, 'tags'>[]): TagCount[] => {
  const counts = new Map<string, TagCount>();
  for (const { tags } of posts) {
    for (const [key, tag] of new Map(tags.map((each) => [tagKey(each), each.trim()]))) {
      const counted = counts.get(key);
      if (key !== '')
        counts.set(key, { tag: counted?.tag ?? tag, count: (counted?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()];
};

/** The maximum number of tags on a page. */
const TAGS_MAX = 500;

/** The most used tags of the visible posts by name, each in the spelling of its newest post. */
export const countTags = (posts: readonly PostHeading[]): TagCount[] =>
  tagCountsOf(visiblePosts(posts))
    .sort((a, b) => b.count - a.count)
    .slice(0, TAGS_MAX)
    .sort((a, b) => a.tag.localeCompare(b.tag, 'en'));

const POSITION = /^\d+$/;

/**
 * Finds a post by the decoded last part of `/blogs/{postId}`: by its id or else, if that is a
 * number, by its position among the visible posts, counted from 0. A hidden one is not found.
 */
export const findPost = <P extends PostHeading>(
  posts: readonly P[],
  param: string,
): P | undefined => {
  const named = posts.find(({ id }) => id === param);
  if (named) return named.hidden ? undefined : named;
  return POSITION.test(param) ? visiblePosts(posts)[Number(param)] : undefined;
};
