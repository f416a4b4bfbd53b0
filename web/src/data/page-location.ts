import { matchRoutes, parsePath, type Path } from 'react-router-dom';
import { PAGE_PARAM, readPage } from '../ui/pagination/paging.ts';
import type { PageName } from './page-data.ts';

/** The paths of the pages that visitors see. */
export const PAGE_PATHS = {
  landing: '/',
  blogs: '/blogs',
  tag: '/blogs/tags/:tagSlug',
  post: '/blogs/:postId',
  experiences: '/experiences',
} as const satisfies Record<PageName, string>;

/** The paths of what is rendered in the browser only. */
export const APPLICATION_PATHS = { login: '/login', admin: '/admin/*' } as const;

/** A public page as an address names it. */
export interface PageLocation {
  readonly name: PageName;
  /** What the variable part of the path says, decoded; empty for pages without one. */
  readonly param: string;
  /** The number of the list's page, where the address asks for another than the first. */
  readonly page: string | null;
  /** The path and query that name the page, the same for all spellings of the address. */
  readonly address: string;
}

const NAMES = Object.keys(PAGE_PATHS) as PageName[];
const ROUTES = NAMES.map((name) => ({ id: name, path: PAGE_PATHS[name] }));
const LISTS: readonly PageName[] = ['blogs', 'tag'];

/** No list has as many pages. */
const PAGES_MAX = 1_000_000;

const listPageOf = (name: PageName, search: string): string | null => {
  const asked = LISTS.includes(name) ? new URLSearchParams(search).get(PAGE_PARAM) : null;
  const page = readPage(asked, PAGES_MAX);
  return page === undefined || page === 1 ? null : String(page);
};

const withoutClosingSlashes = (path: string): string => {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};

/** The public page at a path with its query; undefined when there is none. */
export const pageLocationAt = (address: string | Partial<Path>): PageLocation | undefined => {
  const { pathname = '', search = '' } = typeof address === 'string' ? parsePath(address) : address;
  const path = withoutClosingSlashes(pathname);
  const [match] = matchRoutes(ROUTES, path) ?? [];
  if (!match) return undefined;
  const { id: name } = match.route;
  const page = listPageOf(name, search);
  const [param = ''] = Object.values(match.params);
  return { name, param, page, address: page === null ? path : `${path}?${PAGE_PARAM}=${page}` };
};
