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

/** The items on a page. Numbers beyond the last page select the last, invalid ones the first. */
export const paginate = <Item>(
  items: readonly Item[],
  requestedPage: string | null,
  perPage: number,
): Paged<Item> => {
  const pageCount = Math.max(1, Math.ceil(items.length / perPage));
  const page = readPage(requestedPage, pageCount) ?? 1;
  const start = (page - 1) * perPage;
  return { items: items.slice(start, start + perPage), page, pageCount, total: items.length };
};

export const pageTitle = (title: string, page: number): string =>
  page === 1 ? title : `${title}, page ${page}`;

/** The address of a page of the list at `path`, which may have a query. The first has no number. */
export const pagePath = (path: string, page: number): string =>
  page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}${PAGE_PARAM}=${page}`;
