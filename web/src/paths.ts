/** The addresses of public pages, and those that they link to; others are in `admin/paths.ts`. */
import { SEARCH_PARAM, addressOf, tagSlug } from 'content-schema';

export const HOME = '/';
export const BLOGS = '/blogs';
export const TAGS = '/tags';
export const EXPERIENCES = '/experiences';
export const LOGIN = '/login';
export const ADMIN = '/admin';

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
