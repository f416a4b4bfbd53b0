export interface Paged<Item> {
  readonly items: readonly Item[];
  /** Counted from 1. */
  readonly page: number;
  /** At least 1, even for an empty list. */
  readonly pageCount: number;
  /** The number of items on all pages. */
  readonly total: number;
}

/** The pattern of a page number: digits that are not all zero. Also used as HTML's `pattern`. */
export const PAGE_NUMBER = '\\s*0*[1-9][0-9]*\\s*';
const WHOLE_PAGE_NUMBER = new RegExp(`^${PAGE_NUMBER}$`);

export const PAGE_PARAM = 'page';

/** The requested page, at most `pageCount`; undefined for anything but a positive number. */
export const readPage = (text: string | null, pageCount: number): number | undefined =>
  text !== null && WHOLE_PAGE_NUMBER.test(text) ? Math.min(Number(text), pageCount) : undefined;

/**
 * The items on the requested page. Numbers beyond the last page select the last, invalid ones the
 * first.
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
 * The address of a page of the list at `path`, which may have a query. The first page's has no
 * number.
 */
export const pagePath = (path: string, page: number): string =>
  page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}${PAGE_PARAM}=${page}`;

/** Represents the pages left out between two others. */
export const ELLIPSIS = 'gap';

const STEPS_MAX = 7;

/**
 * The page numbers to show: all if there are few, else the first, the last and those around the
 * current one. Their count is constant, so that the links don't move.
 */
export const pageSteps = (page: number, pageCount: number): (number | typeof ELLIPSIS)[] => {
  if (pageCount <= STEPS_MAX) return Array.from({ length: pageCount }, (_, index) => index + 1);
  const middle = Math.min(Math.max(page, 4), pageCount - 3);
  const second = middle === 4 ? 2 : ELLIPSIS;
  const secondLast = middle === pageCount - 3 ? pageCount - 1 : ELLIPSIS;
  return [1, second, middle - 1, middle, middle + 1, secondLast, pageCount];
};
