import type { PostsRequest, PostSource } from 'content-schema';
import type { Versioned } from '../../data/request.ts';

/** The whole set of posts, as it is edited and sent: what is derived from it stays behind. */

export type SentPost = PostsRequest[number];

type StoredPosts = Versioned<PostSource[]>;

/**
 * A post that is not edited. Our server keeps its text without it being sent; an API that names no
 * revision stores what it gets.
 */
export const unedited = (
  { id, title, tags, hidden, createdAt, updatedAt, content }: PostSource,
  { revision }: Pick<StoredPosts, 'revision'>,
): SentPost => ({
  id,
  title,
  tags: [...tags],
  hidden,
  createdAt,
  updatedAt,
  ...(revision === undefined && { content }),
});

const uneditedSet = (stored: StoredPosts): SentPost[] =>
  stored.answer.map((post) => unedited(post, stored));

/** The set with the named posts hidden, or shown. */
export const withHidden = (
  stored: StoredPosts,
  ids: ReadonlySet<string>,
  hidden: boolean,
): PostsRequest =>
  uneditedSet(stored).map((post) => (isIn(ids, post) ? { ...post, hidden } : post));

/** The set without the named posts. */
export const withoutPosts = (stored: StoredPosts, ids: ReadonlySet<string>): PostsRequest =>
  uneditedSet(stored).filter((post) => !isIn(ids, post));

/** The set with the post in the place of the one with its id; in front, if there is none. */
export const withPost = (stored: StoredPosts, changed: SentPost): PostsRequest => {
  const set = uneditedSet(stored);
  const isKnown = set.some(({ id }) => id === changed.id);
  return isKnown ? set.map((post) => (post.id === changed.id ? changed : post)) : [changed, ...set];
};

const isIn = (ids: ReadonlySet<string>, { id }: SentPost): boolean =>
  id !== undefined && ids.has(id);
