import { expect, it } from 'vitest';
import { PAGES } from '../pages/pages.ts';
import { findPage } from './page-location.ts';

it.each([
  ['/', '/', '', '/'],
  ['/blogs', '/blogs', '', '/blogs'],
  ['/blogs/', '/blogs', '', '/blogs'],
  ['/blogs?utm_source=x', '/blogs', '', '/blogs'],
  ['/blogs?page=1', '/blogs', '', '/blogs'],
  ['/blogs?x=y&page=%2003%20', '/blogs', '', '/blogs?page=3'],
  ['/blogs?page=none', '/blogs', '', '/blogs'],
  [
    '/blogs/tags/Graph%20theory?page=2',
    '/blogs/tags/:tagSlug',
    'Graph theory',
    '/blogs/tags/Graph%20theory?page=2',
  ],
  ['/blogs/tags', '/blogs/:postId', 'tags', '/blogs/tags'],
  ['/blogs/a%2Fb?page=2#note', '/blogs/:postId', 'a/b', '/blogs/a%2Fb'],
  ['/experiences', '/experiences', '', '/experiences'],
])('at %s is the page %s', (asked, path, param, address) => {
  const found = findPage(PAGES, asked);
  expect(found).toMatchObject({ page: { path }, location: { param, address } });
  expect(findPage(PAGES, address)).toEqual(found);
});

it.each(['/nothing', '/blogs/a/b', '//blogs', '/admin', '/login'])(
  'at %j is no page',
  (address) => {
    expect(findPage(PAGES, address)).toBeUndefined();
  },
);
