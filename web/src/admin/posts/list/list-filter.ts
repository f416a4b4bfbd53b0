import { hasTag, isPublic, matchingPosts, sortPosts, type PostHeading } from 'content-schema';
import { tagCountsOf } from '../../../site/post-lists.ts';

/** The orders of the list with their labels; the first is the default. */
export const ORDERS = {
  changed: 'Last changed',
  newest: 'Newest',
  oldest: 'Oldest',
  title: 'Title',
} as const;

/** The values of the visibility filter with their labels. */
export const VISIBILITIES = { all: 'All posts', visible: 'Visible', hidden: 'Hidden' } as const;

type Order = keyof typeof ORDERS;
type Visibility = keyof typeof VISIBILITIES;

/** The filter and order of the list of posts, as encoded in the address. */
export interface ListFilter {
  /** Words that the title, the tags or the text must contain. */
  readonly words: string;
  /** Empty for all tags. */
  readonly tag: string;
  readonly show: Visibility;
  readonly order: Order;
  /** The page number, as written in the address. */
  readonly page: string | null;
}

export const NO_FILTER: ListFilter = {
  words: '',
  tag: '',
  show: 'all',
  order: 'changed',
  page: null,
};

const keyOf = <Key extends string>(names: Readonly<Record<Key, string>>, key: string | null) =>
  (Object.keys(names) as Key[]).find((name) => name === key);

export const readFilter = (search: string): ListFilter => {
  const query = new URLSearchParams(search);
  return {
    words: query.get('q') ?? NO_FILTER.words,
    tag: query.get('tag') ?? NO_FILTER.tag,
    show: keyOf(VISIBILITIES, query.get('show')) ?? NO_FILTER.show,
    order: keyOf(ORDERS, query.get('sort')) ?? NO_FILTER.order,
    page: query.get('page'),
  };
};

/** The query that encodes the filter. */
export const filterQuery = ({ words, tag, show, order, page }: ListFilter): string => {
  const query = new URLSearchParams({
    ...(words !== NO_FILTER.words && { q: words }),
    ...(tag !== NO_FILTER.tag && { tag }),
    ...(show !== NO_FILTER.show && { show }),
    ...(order !== NO_FILTER.order && { sort: order }),
    ...(page !== null && page !== '1' && { page }),
  }).toString();
  return query && `?${query}`;
};

/** Compares numbers by value: `Post 2` comes before `Post 10`. */
const collator = new Intl.Collator(undefined, { numeric: true });

/** The time of a post's date; `undated` if it has none. */
const timeOf = ({ createdAt = '' }: PostHeading, undated: number): number => {
  const time = Date.parse(createdAt);
  return Number.isNaN(time) ? undated : time;
};

const inOrder = (posts: readonly PostHeading[], order: Order): PostHeading[] => {
  switch (order) {
    case 'changed':
      return sortPosts(posts);
    case 'newest':
      return posts.toSorted((one, other) => timeOf(other, -Infinity) - timeOf(one, -Infinity));
    case 'oldest':
      return posts.toSorted((one, other) => timeOf(one, Infinity) - timeOf(other, Infinity));
    case 'title':
      return posts.toSorted((one, other) => collator.compare(one.title, other.title));
  }
};

/**
 * Returns the posts that match the filter, sorted.
 *
 * @param inTexts the ids of the posts whose texts match.
 */
export const filterPosts = (
  posts: readonly PostHeading[],
  { words, tag, show, order }: ListFilter,
  inTexts: ReadonlySet<string>,
): PostHeading[] => {
  const now = Date.now();
  const matches = matchingPosts(words);
  const result = posts
    .filter((post) => show === 'all' || isPublic(post, now) === (show === 'visible'))
    .filter((post) => tag === '' || hasTag(post, tag))
    .filter((post) => matches(post) || inTexts.has(post.id));
  return inOrder(result, order);
};

/** All unique tags in alphabetical order, each in its first spelling. */
export const tagsOf = (posts: readonly PostHeading[]): string[] =>
  tagCountsOf(posts)
    .map(({ tag }) => tag)
    .sort((one, other) => one.localeCompare(other));
