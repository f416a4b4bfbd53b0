import { tagKey } from 'content-schema';

/** The page of the posts that have the tag. */
export const tagPath = (tag: string): string => `/blogs/tags/${encodeURIComponent(tagKey(tag))}`;
