import { SEARCH_MAX_LENGTH, SEARCH_PARAM } from 'content-schema';
import { matchRoutes, parsePath, type Path } from 'react-router-dom';
import { PAGE_PARAM, pagePath, readPage } from '../ui/pagination/paging.ts';

export interface PageRoute {
  /** The router's pattern, with at most one parameter. */
  readonly path: string;
  /** Set for the route of the pages that the owner writes: their ids begin with it. */
  readonly prefix?: string;
  /** Whether the page shows one page of a list, selected by the query. */
  readonly paged?: boolean;
  /** Whether the page shows search results for words in the query. */
  readonly searched?: boolean;
}

/** An address as its public page reads it. */
export interface PageLocation {
  /** The decoded route parameter; empty for pages without one. */
  readonly param: string;
  /** The page number of the list, as written in the address; null for the first page. */
  readonly page: string | null;
  /** The search words; empty without a search. */
  readonly query: string;
  /** The normalized path and query of the page. */
  readonly address: string;
}

/** More than any list has. */
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

const wordsOf = (search: string): string =>
  (new URLSearchParams(search).get(SEARCH_PARAM) ?? '')
    .slice(0, SEARCH_MAX_LENGTH)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();

type Address = Partial<Path>;

/** Reads an address as the page with this route does. */
export const locationOn = (
  { path, prefix = '', paged, searched }: PageRoute,
  address: Address,
): PageLocation => {
  const pathname = withoutClosingSlashes(address.pathname ?? '');
  const page = paged ? listPageOf(address.search ?? '') : null;
  const query = searched ? wordsOf(address.search ?? '') : '';
  const list =
    query === '' ? pathname : `${pathname}?${new URLSearchParams({ [SEARCH_PARAM]: query })}`;
  const [param = ''] = Object.values(matchRoutes([{ path }], pathname)?.[0]?.params ?? {});
  return { param: prefix + param, page, query, address: pagePath(list, Number(page ?? 1)) };
};

/** Finds the page at a path with a query, and reads its address; undefined if there is none. */
export const findPage = <Page extends PageRoute>(
  pages: readonly Page[],
  address: string | Address,
): { readonly page: Page; readonly location: PageLocation } | undefined => {
  const parts = typeof address === 'string' ? parsePath(address) : address;
  const routes = pages.map((page) => ({ path: page.path, page }));
  const page = matchRoutes(routes, withoutClosingSlashes(parts.pathname ?? ''))?.[0]?.route.page;
  const location = page && locationOn(page, parts);
  // The API has files beside the owner's pages, e.g. `/feed.xml`.
  return location && !(page.prefix && location.param.includes('.'))
    ? { page, location }
    : undefined;
};
