import { expect, it } from 'vitest';
import { PAGE_NUMBER, pagePath, paginate, readPage } from './paging.ts';

it('accepts only positive numbers, and at most the last page', () => {
  expect(readPage('2', 5)).toBe(2);
  expect(readPage(' 03 ', 5)).toBe(3);
  expect(readPage('999', 5)).toBe(5);
  expect(readPage('9'.repeat(400), 5)).toBe(5);
  for (const text of ['0', '00', '-3', 'abc', '', ' ', '1.5', '1e1', '0x1', '+2', '２']) {
    expect(readPage(text, 5)).toBeUndefined();
  }
  expect(readPage(null, 5)).toBeUndefined();
});

it('accepts the same page numbers as the pattern for browsers', () => {
  const inBrowsers = new RegExp(`^(?:${PAGE_NUMBER})$`, 'v');
  expect(inBrowsers.test('12')).toBe(true);
  expect(inBrowsers.test('0')).toBe(false);
});

it('has the items of one page, by default of the first', () => {
  const first = { items: ['a', 'b'], page: 1, pageCount: 2, total: 3 };
  expect(paginate(['a', 'b', 'c'], 'abc', 2)).toEqual(first);
  const { items } = paginate(['a', 'b', 'c', 'd', 'e'], '2', 2);
  expect(items).toEqual(['c', 'd']);
});

it('has no number in the address of the first page, and keeps other parameters', () => {
  expect([1, 2].map((page) => pagePath('/blogs', page))).toEqual(['/blogs', '/blogs?page=2']);
  expect(pagePath('/blogs?tag=a', 1)).toBe('/blogs?tag=a');
  expect(pagePath('/blogs?tag=a', 2)).toBe('/blogs?tag=a&page=2');
});
