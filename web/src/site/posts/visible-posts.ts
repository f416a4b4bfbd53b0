import { sortPosts, type PostHeading } from 'content-schema';

/** The posts that visitors may see, newest first. */
export const visiblePosts = <P extends PostHeading>(posts: readonly P[]): P[] =>
  sortPosts(posts.filter(({ hidden }) => !hidden));
