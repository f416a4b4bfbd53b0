import { matchRoutes, parsePath, type Path } from 'react-router-dom';
import { PAGE_PARAM, readPage } from '../ui/pagination/paging.ts';

/** What identifies a public page. */
export interface PageRoute {
  /** The router's pattern, with one variable part at most. */
  readonly path: string;
  /** It shows one page of a list, which the query may name. */
  readonly paged: boolean;
}

/** A public page as an address names it. */
export interface PageLocation {
  /** What the variable part of the path says, decoded; empty for pages without one. */
  readonly param: string;
  /** The number of the list's page, where the address asks for another than the first. */
  readonly page: string | null;
  /** The path and query that name the page, the same for all spellings of the address. */
  readonly address: string;
}

/** No list has as many pages. */
const PAGES_MAX = 1_000_000;

const listPageOf = (search: string): string | null => {
  const page = readPage(new URLSearchParams(search).get(PAGE_PARAM), PAGES_MAX);
  return page === undefined || page === 1 ? null : String(page);
};

const withoutClosingSlashes = (path: string): string => {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};

type Address = Partial<Path>;

/** Where on the page with this route an address leads. */
export const locationOn = ({ path, paged }: PageRoute, address: Address): PageLocation => {
  const pathname = withoutClosingSlashes(address.pathname ?? '');
  const page = paged ? listPageOf(address.search ?? '') : null;
  const [param = ''] = Object.values(matchRoutes([{ path }], pathname)?.[0]?.params ?? {});
  return { param, page, address: page === null ? pathname : `${pathname}?${PAGE_PARAM}=${page}` };
};

/** Which of the pages is at a path with its query, and where on it; undefined when none is. */
export const findPage = <Page extends PageRoute>(
  pages: readonly Page[],
  address: string | Address,
): { readonly page: Page; readonly location: PageLocation } | undefined => {
  const parts = typeof address === 'string' ? parsePath(address) : address;
  const routes = pages.map((page) => ({ path: page.path, page }));
  const page = matchRoutes(routes, withoutClosingSlashes(parts.pathname ?? ''))?.[0]?.route.page;
  return page && { page, location: locationOn(page, parts) };
};
