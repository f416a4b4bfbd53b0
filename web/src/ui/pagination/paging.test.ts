import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ELLIPSIS, PAGE_NUMBER, pagePath, pageSteps, paginate, readPage } from './paging.ts';

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

it('falls back to the first page', () => {
  expect(paginate(['a', 'b', 'c'], 'abc', 2)).toEqual({
    items: ['a', 'b'],
    page: 1,
    pageCount: 2,
    total: 3,
  });
});

it('treats an address without a number as the first page', () => {
  expect(pagePath('/blogs', 1)).toBe('/blogs');
  expect(pagePath('/blogs', 2)).toBe('/blogs?page=2');
});

it('keeps the other parameters of an address', () => {
  expect(pagePath('/blogs?tag=a', 1)).toBe('/blogs?tag=a');
  expect(pagePath('/blogs?tag=a', 2)).toBe('/blogs?tag=a&page=2');
});

it.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 8, [1, 2, 3, 4, 5, ELLIPSIS, 8]],
  [5, 8, [1, ELLIPSIS, 4, 5, 6, 7, 8]],
  [25, 50, [1, ELLIPSIS, 24, 25, 26, ELLIPSIS, 50]],
  [50, 50, [1, ELLIPSIS, 46, 47, 48, 49, 50]],
])('shows for page %i of %i the numbers %j', (page, pageCount, steps) => {
  expect(pageSteps(page, pageCount)).toEqual(steps);
});

it('links every page to the first, the last and its neighbours', () => {
  const places = fc
    .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }))
    .map(([a, b]) => ({ page: Math.min(a, b), pageCount: Math.max(a, b) }));
  fc.assert(
    fc.property(places, ({ page, pageCount }) => {
      const steps = pageSteps(page, pageCount);
      const numbers = steps.filter((step) => step !== ELLIPSIS);
      expect(steps).toHaveLength(Math.min(7, pageCount));
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      for (const requested of [1, page - 1, page, page + 1, pageCount]) {
        if (requested >= 1 && requested <= pageCount) expect(numbers).toContain(requested);
      }
    }),
  );
});
