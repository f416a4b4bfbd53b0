import {
  hasTag,
  isPublic,
  matchingPosts,
  sortPosts,
  timeOf,
  type PostHeading,
} from 'content-schema';
import { tagCountsOf } from '../../../../site/post-lists.ts';

/** The orders of the list with their labels; the first is the default. */
export const ORDERS = {
  changed: 'Last changed',
  newest: 'Newest',
  oldest: 'Oldest',
  title: 'Title',
} as const;

export const VISIBILITIES = { all: 'All posts', visible: 'Visible', hidden: 'Hidden' } as const;

/** The filter and order of the list of posts, by the names that they have in the address. */
export interface ListFilter {
  /** Words that the title, the tags or the text must contain. */
  readonly q: string;
  readonly tag: string;
  readonly show: keyof typeof VISIBILITIES;
  readonly sort: keyof typeof ORDERS;
  /** The page number, as written in the address. */
  readonly page: string;
}

export const NO_FILTER: ListFilter = { q: '', tag: '', show: 'all', sort: 'changed', page: '1' };

const isKeyOf = <Names extends object>(names: Names, key: string): key is keyof Names & string =>
  Object.hasOwn(names, key);

export const readFilter = (search: string): ListFilter => {
  const read = (name: keyof ListFilter) => new URLSearchParams(search).get(name) ?? NO_FILTER[name];
  const [show, sort] = [read('show'), read('sort')];
  return {
    ...{ q: read('q'), tag: read('tag'), page: read('page') },
    show: isKeyOf(VISIBILITIES, show) ? show : NO_FILTER.show,
    sort: isKeyOf(ORDERS, sort) ? sort : NO_FILTER.sort,
  };
};

export const filterQuery = (filter: ListFilter): string => {
  const names = Object.keys(NO_FILTER) as (keyof ListFilter)[];
  const set = names.filter((name) => filter[name] !== NO_FILTER[name]);
  const query = new URLSearchParams(set.map((name) => [name, filter[name]])).toString();
  return query && `?${query}`;
};

/** Compares numbers by value: `Post 2` comes before `Post 10`. */
const collator = new Intl.Collator(undefined, { numeric: true });

type InOrder = (posts: readonly PostHeading[]) => PostHeading[];

/** Posts without a date come last: `undated` is their time. */
const byDate = (one: PostHeading, other: PostHeading, undated: number): number =>
  timeOf(one.createdAt, undated) - timeOf(other.createdAt, undated);

const inOrder: Readonly<Record<ListFilter['sort'], InOrder>> = {
  changed: sortPosts,
  newest: (posts) => posts.toSorted((one, other) => byDate(other, one, -Infinity)),
  oldest: (posts) => posts.toSorted((one, other) => byDate(one, other, Infinity)),
  title: (posts) => posts.toSorted((one, other) => collator.compare(one.title, other.title)),
};

/** The posts that match the filter, sorted. `inTexts` are the ids of those whose texts match. */
export const filterPosts = (
  posts: readonly PostHeading[],
  { q, tag, show, sort }: ListFilter,
  inTexts: ReadonlySet<string>,
): PostHeading[] => {
  const now = Date.now();
  const matches = matchingPosts(q);
  const result = posts
    .filter((post) => show === 'all' || isPublic(post, now) === (show === 'visible'))
    .filter((post) => tag === '' || hasTag(post, tag))
    .filter((post) => matches(post) || inTexts.has(post.id));
  return inOrder[sort](result);
};

/** All unique tags in alphabetical order, each in its first spelling. */
export const tagsOf = (posts: readonly PostHeading[]): string[] =>
  tagCountsOf(posts)
    .map(({ tag }) => tag)
    .sort((one, other) => one.localeCompare(other));
