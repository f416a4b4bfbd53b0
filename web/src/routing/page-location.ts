import { SEARCH_MAX_LENGTH, SEARCH_PARAM } from 'content-schema';
import { matchRoutes, parsePath, type Path } from 'react-router-dom';
import { PAGE_PARAM, pagePath, readPage } from '../ui/pagination/paging.ts';

/** What identifies a public page. */
export interface PageRoute {
  /** The router's pattern, with one variable part at most. */
  readonly path: string;
  /** It shows one page of a list, which the query may name. */
  readonly paged: boolean;
  /** It shows what is found by words that the query may name. */
  readonly searched?: boolean;
}

/** A public page as an address names it. */
export interface PageLocation {
  /** What the variable part of the path says, decoded; empty for pages without one. */
  readonly param: string;
  /** The number of the list's page, where the address asks for another than the first. */
  readonly page: string | null;
  /** The words that are looked for; empty where there are none. */
  readonly query: string;
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

const wordsOf = (search: string): string =>
  (new URLSearchParams(search).get(SEARCH_PARAM) ?? '')
    .slice(0, SEARCH_MAX_LENGTH)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();

type Address = Partial<Path>;

/** Where on the page with this route an address leads. */
export const locationOn = (
  { path, paged, searched }: PageRoute,
  address: Address,
): PageLocation => {
  const pathname = withoutClosingSlashes(address.pathname ?? '');
  const page = paged ? listPageOf(address.search ?? '') : null;
  const query = searched ? wordsOf(address.search ?? '') : '';
  const list =
    query === '' ? pathname : `${pathname}?${new URLSearchParams({ [SEARCH_PARAM]: query })}`;
  const [param = ''] = Object.values(matchRoutes([{ path }], pathname)?.[0]?.params ?? {});
  return { param, page, query, address: pagePath(list, Number(page ?? 1)) };
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
