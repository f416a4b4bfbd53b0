import { expect, it } from 'vitest';
import { pageLocationAt } from './page-location.ts';

it.each([
  ['/', 'landing', '', '/'],
  ['/blogs', 'blogs', '', '/blogs'],
  ['/blogs/', 'blogs', '', '/blogs'],
  ['/blogs?utm_source=x', 'blogs', '', '/blogs'],
  ['/blogs?page=1', 'blogs', '', '/blogs'],
  ['/blogs?x=y&page=%2003%20', 'blogs', '', '/blogs?page=3'],
  ['/blogs?page=none', 'blogs', '', '/blogs'],
  ['/blogs/tags/Graph%20theory?page=2', 'tag', 'Graph theory', '/blogs/tags/Graph%20theory?page=2'],
  ['/blogs/tags', 'post', 'tags', '/blogs/tags'],
  ['/blogs/a%2Fb?page=2#note', 'post', 'a/b', '/blogs/a%2Fb'],
  ['/experiences', 'experiences', '', '/experiences'],
])('at %s is the page %s', (asked, name, param, address) => {
  const place = pageLocationAt(asked);
  expect(place).toMatchObject({ name, param, address });
  expect(pageLocationAt(address)).toEqual(place);
});

it.each(['/nothing', '/blogs/a/b', '//blogs', '/admin', '/login'])(
  'at %j is no page',
  (address) => {
    expect(pageLocationAt(address)).toBeUndefined();
  },
);
