import type { PostHeading } from 'content-schema';
import { visiblePosts } from './visible-posts.ts';

const POSITION = /^\d+$/;

/**
 * The post that the last part of `/blogs/{postId}` means, as it is after decoding: the one with
 * that id, else the one at that position, counted from 0, in the list of all visible posts.
 * Undefined when there is none; a hidden post counts as none, even where its id is a number.
 */
export const findPost = <P extends PostHeading>(
  posts: readonly P[],
  param: string,
): P | undefined => {
  const named = posts.find(({ id }) => id === param);
  if (named) return named.hidden ? undefined : named;
  return POSITION.test(param) ? visiblePosts(posts)[Number(param)] : undefined;
};
