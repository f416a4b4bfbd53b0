import type { PostHeading } from './post.ts';

/** Tags are the same when they are equal without case and outer white space. */
export const tagKey = (tag: string): string => tag.trim().toLowerCase();

export const hasTag = (post: Pick<PostHeading, 'tags'>, tag: string): boolean =>
  post.tags.some((own) => tagKey(own) === tagKey(tag));
