/**
 * Pages are stored and edited like posts. Their ids have a prefix, which no new id of a post can
 * contain, their addresses are directly below the root, and lists of posts leave them out.
 */

export const PAGE_PREFIX = 'page:';

/** The page of a project is read like a page of the owner's, whose id can't have this slash. */
export const PROJECT_PREFIX = `${PAGE_PREFIX}projects/`;
export const isProjectId = (id: string): boolean => id.startsWith(PROJECT_PREFIX);

export const isPageId = (id: string): boolean => id.startsWith(PAGE_PREFIX);

export const isPage = ({ id }: { readonly id: string }): boolean => isPageId(id);

export type PostKind = 'post' | 'page';
export const postKind = (post: { readonly id: string }): PostKind =>
  isPage(post) ? 'page' : 'post';

/** Returns the id as file names and addresses have it. */
export const nameOfId = (id: string): string => (isPageId(id) ? id.slice(PAGE_PREFIX.length) : id);

export const withoutPages = <P extends { readonly id: string }>(posts: readonly P[]): P[] =>
  posts.filter((post) => !isPage(post));

/** Returns the path at which the site shows a post or page; readable if `encode` is `String`. */
export const addressOf = (id: string, encode = encodeURIComponent): string =>
  `${isPageId(id) ? '/' : '/blogs/'}${encode(nameOfId(id).toWellFormed()).replace('%2F', '/')}`;

/** A link to a page. With `header` the header has it, besides the footer. */
export interface PageLink {
  readonly id: string;
  readonly title: string;
  readonly header?: true;
}

/** Returns the links to pages for the header and the footer; nothing if there are none. */
export const linksToPages = (pages: readonly PageLink[]): { pages?: readonly PageLink[] } =>
  pages.length === 0
    ? {}
    : { pages: pages.map(({ id, title, header }) => ({ id, title, ...(header && { header }) })) };

type Placed = { readonly title: string; readonly order?: number };

/** Compares pages by their order, then by title. */
export const comparePages = (one: Placed, other: Placed): number =>
  (one.order ?? Infinity) - (other.order ?? Infinity) || one.title.localeCompare(other.title, 'en');
