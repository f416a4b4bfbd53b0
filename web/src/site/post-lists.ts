/** Which posts the public pages show, and in which order. */
import { BLOGS_PER_PAGE, hasTag, sortPosts, tagKey, type PostHeading } from 'content-schema';
import { paginate, type Paged } from '../ui/pagination/paging.ts';

const visible = new WeakMap<readonly PostHeading[], readonly PostHeading[]>();

/** The posts that visitors may see, newest first; sorted once for each list. */
export const visiblePosts = <P extends PostHeading>(posts: readonly P[]): readonly P[] => {
  const known = visible.get(posts) as readonly P[] | undefined;
  const sorted = known ?? sortPosts(posts.filter(({ hidden }) => !hidden));
  if (!known) visible.set(posts, sorted);
  return sorted;
};

/** One page of a list of posts. */
export interface PagedPosts<P extends PostHeading> extends Omit<Paged<P>, 'items'> {
  readonly posts: readonly P[];
}

/**
 * One page of the visible posts, newest first.
 *
 * @param requestedPage `page` of the address's query, unchecked.
 */
export const postListing = <P extends PostHeading>(
  posts: readonly P[],
  requestedPage: string | null,
): PagedPosts<P> => {
  const { items, ...page } = paginate(visiblePosts(posts), requestedPage, BLOGS_PER_PAGE);
  return { posts: items, ...page };
};

export interface TagListing<P extends PostHeading> extends PagedPosts<P> {
  /** As the newest post that has it spells it; without such a post, as it was asked for. */
  readonly tag: string;
}

/** One page of the visible posts that have the tag, in any spelling, newest first. */
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
  /** Of the visible posts that have it. */
  readonly count: number;
}

/** A page names no more tags, which nobody reads to the end. */
const TAGS_MAX = 500;

/** The tags of the visible posts by name, each in the spelling of its newest post; of very many the most used. */
export const countTags = (posts: readonly PostHeading[]): TagCount[] => {
  const counts = new Map<string, TagCount>();
  for (const { tags } of visiblePosts(posts)) {
    for (const [key, tag] of new Map(tags.map((each) => [tagKey(each), each.trim()]))) {
      const known = counts.get(key);
      if (key !== '') counts.set(key, { tag: known?.tag ?? tag, count: (known?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, TAGS_MAX)
    .sort((a, b) => a.tag.localeCompare(b.tag, 'en'));
};

const POSITION = /^\d+$/;

/**
 * The post that the decoded last part of `/blogs/{postId}` means: the one with that id, else the
 * one at that position, from 0, among the visible posts. Undefined when there is none; a hidden
 * post counts as none, even where its id is a number.
 */
export const findPost = <P extends PostHeading>(
  posts: readonly P[],
  param: string,
): P | undefined => {
  const named = posts.find(({ id }) => id === param);
  if (named) return named.hidden ? undefined : named;
  return POSITION.test(param) ? visiblePosts(posts)[Number(param)] : undefined;
};
