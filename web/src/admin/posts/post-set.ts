import type { Post, PostInput } from 'content-schema';

/** The whole set of posts, as it is edited and sent: what is derived from it stays behind. */

export const postInput = ({ contentHtml: _, ...post }: Post): PostInput => ({
  ...post,
  tags: [...post.tags],
});

/** The set with the named posts hidden, or shown. */
export const withHidden = (
  posts: readonly Post[],
  ids: ReadonlySet<string>,
  hidden: boolean,
): PostInput[] =>
  posts.map(postInput).map((post) => (isIn(ids, post) ? { ...post, hidden } : post));

/** The set without the named posts. */
export const withoutPosts = (posts: readonly Post[], ids: ReadonlySet<string>): PostInput[] =>
  posts.map(postInput).filter((post) => !isIn(ids, post));

/** The set with the post in the place of the one with its id; in front, if there is none. */
export const withPost = (posts: readonly Post[], changed: PostInput): PostInput[] => {
  const inputs = posts.map(postInput);
  const isKnown = inputs.some(({ id }) => id === changed.id);
  return isKnown
    ? inputs.map((post) => (post.id === changed.id ? changed : post))
    : [changed, ...inputs];
};

const isIn = (ids: ReadonlySet<string>, { id }: PostInput): boolean =>
  id !== undefined && ids.has(id);
