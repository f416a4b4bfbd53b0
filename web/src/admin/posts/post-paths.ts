import { tagKey } from 'content-schema';

/** The administrator's pages of the posts. */

export const POSTS = '/admin/blogs';
export const NEW_POST = `${POSTS}/new`;
export const adminPostPath = (id: string): string => `${POSTS}/${encodeURIComponent(id)}`;
export const editPostPath = (id: string): string => `${adminPostPath(id)}/edit`;
export const adminTagPath = (tag: string): string =>
  `${POSTS}/tags/${encodeURIComponent(tagKey(tag))}`;
