/** The addresses of public pages, and those that they link to; others are in `admin/paths.ts`. */
import { ADMIN, BLOGS, SEARCH_PARAM, addressOf, tagSlug } from 'content-schema';

export { ADMIN, BLOGS, EXPERIENCES, HOME, LOGIN, TAGS } from 'content-schema';

export const postPath = addressOf;

/** The page of the posts with the tag. */
export const tagPath = (tag: string): string => `${BLOGS}/tags/${tagSlug(tag)}`;

/** The page of the posts that match the search. */
export const searchPath = (query: string): string =>
  `${BLOGS}?${new URLSearchParams({ [SEARCH_PARAM]: query })}`;

export const POSTS = `${ADMIN}/blogs`;
export const adminPostPath = (id: string): string => `${POSTS}/${encodeURIComponent(id)}`;
export const editPostPath = (id: string): string => `${adminPostPath(id)}/edit`;
export const EDIT_EXPERIENCES = `${ADMIN}/experiences`;
