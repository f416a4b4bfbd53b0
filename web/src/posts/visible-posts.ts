import { sortPosts, type PostSummary } from 'content-schema';

/** The posts that visitors may see, newest first. */
export const visiblePosts = <P extends PostSummary>(posts: readonly P[]): P[] =>
  sortPosts(posts.filter(({ hidden }) => !hidden));
