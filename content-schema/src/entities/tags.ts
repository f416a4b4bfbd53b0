import type { PostHeading } from './post.ts';

/** Returns the key by which tags are compared: without case and surrounding white space. */
export const tagKey = (tag: string): string => tag.trim().toLowerCase();

/**
 * Browsers remove `.` and `..` from a path, even when escaped. A trailing space prevents that, and
 * comparing tags ignores it. `toWellFormed` replaces lone surrogates, which can't be escaped.
 */
export const tagSlug = (tag: string): string =>
  encodeURIComponent(tagKey(tag).toWellFormed()).replace(/^\.{1,2}$/, '$&%20');

export const hasTag = (post: Pick<PostHeading, 'tags'>, tag: string): boolean =>
  post.tags.some((own) => tagKey(own) === tagKey(tag));
