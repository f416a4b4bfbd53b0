import type { PostSource } from 'content-schema';
import { useState } from 'react';
import { usePostSource, type Posts } from '../../data/posts.ts';

/** An edited post as it was last loaded. */
export interface FollowedPost {
  readonly post: PostSource;
  /** The commit at which it was loaded or, if it is gone, found missing. */
  readonly revision: string;
  /** Whether it was deleted since. */
  readonly isGone: boolean;
}

export type Following = ReturnType<typeof useFollowedPost>;

/** Loads a post, and keeps track of it when others rename or delete it. */
export const useFollowedPost = (posts: Posts, id: string | undefined) => {
  /** Undefined until it is loaded. */
  const [followed, setFollowed] = useState<FollowedPost & { readonly seenIn: unknown }>();
  const isListed = posts.stored?.response.some((post) => post.id === id) ?? false;
  const target = followed?.post.id ?? (isListed ? id : undefined);
  const { result, ...source } = usePostSource(posts, target);
  if (result && result !== followed?.seenIn) {
    const { response: post, revision } = result;
    if (post) setFollowed({ post, revision, isGone: false, seenIn: result });
    else if (followed) setFollowed({ ...followed, revision, isGone: true, seenIn: result });
  }
  /** True if there is no such post, and there was none since the page opened. */
  const isMissing =
    posts.stored !== undefined && !followed && (!isListed || (result && !result.response));
  return { ...source, followed, isMissing };
};
