import type { Post, PostsRequest, PostSource } from 'content-schema';

/** The whole set of posts, as it is edited and sent: what is derived from it stays behind. */

export type SentPost = PostsRequest[number];

/**
 * A post that is not edited, which stays as it is without its text being sent. A server that knows
 * whole posts only, and so gave the HTML too, gets the text.
 */
export const unedited = (post: PostSource): SentPost => {
  const { content, contentHtml, ...heading }: PostSource & Partial<Post> = post;
  return { ...heading, tags: [...heading.tags], ...(contentHtml !== undefined && { content }) };
};

/** The set with the named posts hidden, or shown. */
export const withHidden = (
  posts: readonly PostSource[],
  ids: ReadonlySet<string>,
  hidden: boolean,
): PostsRequest =>
  posts.map(unedited).map((post) => (isIn(ids, post) ? { ...post, hidden } : post));

/** The set without the named posts. */
export const withoutPosts = (
  posts: readonly PostSource[],
  ids: ReadonlySet<string>,
): PostsRequest => posts.map(unedited).filter((post) => !isIn(ids, post));

/** The set with the post in the place of the one with its id; in front, if there is none. */
export const withPost = (posts: readonly PostSource[], changed: SentPost): PostsRequest => {
  const set = posts.map(unedited);
  const isKnown = set.some(({ id }) => id === changed.id);
  return isKnown ? set.map((post) => (post.id === changed.id ? changed : post)) : [changed, ...set];
};

const isIn = (ids: ReadonlySet<string>, { id }: SentPost): boolean =>
  id !== undefined && ids.has(id);
