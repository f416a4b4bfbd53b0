import { withoutUndefined } from '../plain-object.ts';
import type { Neighbours, PostHeading, PostLink } from './post.ts';
import { timesOf, type Dated } from './publication.ts';

export const BLOGS_PER_PAGE = 10;
export const LANDING_POSTS_MAX = 6;

/** Compares posts by date: negative if `a` comes first, 0 to keep their order. */
export const comparePosts = (a: Dated, b: Dated): number => {
  const [one, other] = [timesOf(a).listed, timesOf(b).listed];
  return one === other ? 0 : other - one;
};

/** Newest first by updatedAt, else createdAt, but not below the publication; undated ones last. */
export const sortPosts = <P extends Dated>(posts: readonly P[]): P[] =>
  [...posts].sort(comparePosts);

export const linkToPost = ({ id, title }: PostLink): PostLink => ({ id, title });

const languageName = (lang: string): string =>
  new Intl.DisplayNames(lang, { type: 'language' }).of(lang) ?? lang;

const translationsOf = (posts: readonly PostHeading[], key?: string, siteLang?: string) => {
  const all = posts.flatMap(({ id, lang = siteLang, translationKey }) =>
    !lang || key === undefined || translationKey !== key
      ? []
      : [{ id, lang, name: languageName(lang) }],
  );
  return all.length > 1 ? all : undefined;
};

/** Returns the posts beside one in time; none if `posts`, newest first, lack it. */
export const neighboursOf = (
  posts: readonly PostHeading[],
  id: string,
  siteLang?: string,
): Neighbours => {
  const position = posts.findIndex((post) => post.id === id);
  if (position === -1) return {};
  const [previous, next] = [posts[position + 1], posts[position - 1]];
  return withoutUndefined({
    previous: previous && linkToPost(previous),
    next: next && linkToPost(next),
    translations: translationsOf(posts, posts[position]?.translationKey, siteLang),
  });
};
