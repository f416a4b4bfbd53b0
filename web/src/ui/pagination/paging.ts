/** One page of a list. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  /** Counted from 1. */
  readonly page: number;
  /** At least 1, also for an empty list. */
  readonly pageCount: number;
  /** Items on all pages. */
  readonly total: number;
}

/** What may be typed as a page number: digits that are not all zero. Fits HTML's `pattern`. */
export const PAGE_NUMBER = '\\s*0*[1-9][0-9]*\\s*';
const WHOLE_PAGE_NUMBER = new RegExp(`^${PAGE_NUMBER}$`);

/** The name of the page's number in the query of an address. */
export const PAGE_PARAM = 'page';

/** The page that was asked for, at most `pageCount`; undefined for all but positive numbers. */
export const readPage = (text: string | null, pageCount: number): number | undefined =>
  text !== null && WHOLE_PAGE_NUMBER.test(text) ? Math.min(Number(text), pageCount) : undefined;

/**
 * The items on the page that the address asks for. A number beyond the last page means that one,
 * and what is no positive number means the first.
 */
export const paginate = <Item>(
  items: readonly Item[],
  requestedPage: string | null,
  perPage: number,
): Paged<Item> => {
  const pageCount = Math.max(1, Math.ceil(items.length / perPage));
  const page = readPage(requestedPage, pageCount) ?? 1;
  const start = (page - 1) * perPage;
  return {
    items: items.slice(start, start + perPage),
    page,
    pageCount,
    total: items.length,
  };
};

/**
 * The address of a page of the list at `path`, which may have a query; the first page's has no
 * number.
 */
export const pagePath = (path: string, page: number): string =>
  page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}${PAGE_PARAM}=${page}`;

/** Stands for the pages between two others. */
export const GAP = 'gap';

const STEPS_MAX = 7;

/**
 * The numbers that a pagination shows: all of a few, else the first, the last and those around the
 * current one, always as many, so that nothing moves from page to page.
 */
export const pageSteps = (page: number, pageCount: number): (number | typeof GAP)[] => {
  if (pageCount <= STEPS_MAX) return Array.from({ length: pageCount }, (_, index) => index + 1);
  const middle = Math.min(Math.max(page, 4), pageCount - 3);
  const second = middle === 4 ? 2 : GAP;
  const secondLast = middle === pageCount - 3 ? pageCount - 1 : GAP;
  return [1, second, middle - 1, middle, middle + 1, secondLast, pageCount];
};
