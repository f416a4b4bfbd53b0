import type { PostHeading } from './post.ts';

/** Returns the key by which tags are compared: without case and surrounding white space. */
export const tagKey = (tag: string): string => tag.trim().toLowerCase();

export const hasTag = (post: Pick<PostHeading, 'tags'>, tag: string): boolean =>
  post.tags.some((own) => tagKey(own) === tagKey(tag));
