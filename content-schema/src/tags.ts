import type { PostHeading } from './post.ts';

/** Tags are the same when they are equal without case and outer white space. */
export const tagKey = (tag: string): string => tag.trim().toLowerCase();

export const hasTag = (post: Pick<PostHeading, 'tags'>, tag: string): boolean =>
  post.tags.some((own) => tagKey(own) === tagKey(tag));

/** A path segment of dots alone means a folder, even when it is escaped, so it gets a mark. */
const DOTS = /^~*\.{1,2}$/;

/** The segment of a tag's page in an address, before it is escaped. */
export const tagSlug = (tag: string): string => {
  const key = tagKey(tag);
  return DOTS.test(key) ? `~${key}` : key;
};

/** The tag, without its case, of which `slug` is the segment. */
export const tagOfSlug = (slug: string): string =>
  slug.startsWith('~') && DOTS.test(slug) ? slug.slice(1) : slug;
