import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MISSING_PAGE, PUBLIC_PAGES, UNLISTED_PAGES } from '../../e2e/support/public-pages.ts';
import { findPage } from '../routing/page-location.ts';
import { PAGES } from './pages.ts';

/** Pages that the server does not render. */
const APPLICATION = ['login'];

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !APPLICATION.includes(entry.name))
  .map(({ name }) => name);

it.each(folders)('%s is one of the pages', async (folder) => {
  const module = (await import(`./${folder}/${folder}-page.tsx`)) as Record<string, unknown>;
  expect(PAGES).toContain(module[`${folder}Page`]);
});

/** Without the route of the pages that an owner writes. */
const OWN_PAGES = PAGES.filter(({ prefix }) => prefix === undefined);

it.each(OWN_PAGES.map(({ path }) => path))(
  '%s is one of the pages that the browser tests visit',
  (path) => {
    const visited = [...PUBLIC_PAGES, ...UNLISTED_PAGES].map(
      (page) => findPage(PAGES, page.path)?.page.path,
    );
    expect(visited).toContain(path);
    expect(findPage(PAGES, MISSING_PAGE.path)?.page.isMissing).toBeDefined();
  },
);

it('the sitemap has each visible post', () => {
  const post = { title: 'Post', tags: ['Maps'], hidden: false };
  const entries = OWN_PAGES.flatMap((page) =>
    page.sitemap([
      { ...post, id: 'a b', createdAt: '2030-01-01', updatedAt: '2031-01-01' },
      { ...post, id: 'old', createdAt: '2029-01-01' },
      { ...post, id: 'secret', hidden: true },
    ]),
  );
  // Those without a date are listed by `first-version.test.ts`.
  expect(entries.filter(({ changed }) => changed !== undefined)).toEqual([
    { path: '/blogs/a%20b', changed: '2031-01-01' },
    { path: '/blogs/old', changed: '2029-01-01' },
  ]);
});

it.each([
  ['/', '/', '', '/'],
  ['/blogs', '/blogs', '', '/blogs'],
  ['/blogs/', '/blogs', '', '/blogs'],
  ['/blogs?utm_source=x', '/blogs', '', '/blogs'],
  ['/blogs?page=1', '/blogs', '', '/blogs'],
  ['/blogs?x=y&page=%2003%20', '/blogs', '', '/blogs?page=3'],
  ['/blogs?page=none', '/blogs', '', '/blogs'],
  ['/blogs?q=+', '/blogs', '', '/blogs'],
  ['/blogs?page=2&q=%20Ada++&amp;%3F', '/blogs', '', '/blogs?q=Ada&page=2'],
  [`/blogs?q=${'x'.repeat(99)}%F0%9F%8E%89y`, '/blogs', '', `/blogs?q=${'x'.repeat(99)}%EF%BF%BD`],
  ['/experiences?q=x', '/experiences', '', '/experiences'],
  [
    '/blogs/tags/Graph%20theory?page=2',
    '/blogs/tags/:tagSlug',
    'Graph theory',
    '/blogs/tags/Graph%20theory?page=2',
  ],
  ['/blogs/tags', '/blogs/:postId', 'tags', '/blogs/tags'],
  ['/blogs/a%2Fb?page=2#note', '/blogs/:postId', 'a/b', '/blogs/a%2Fb'],
  ['/experiences', '/experiences', '', '/experiences'],
  ['/caf%C3%A9/?page=2', '/:pageId', 'page:café', '/caf%C3%A9'],
])('%s is an address of the page %s', (asked, path, param, address) => {
  const result = findPage(PAGES, asked);
  expect(result).toMatchObject({ page: { path }, location: { param, address } });
  expect(findPage(PAGES, address)).toEqual(result);
});

it.each(['/nothing.txt', '/blogs/a/b', '//blogs', '/feed.xml'])('no page matches %j', (address) => {
  expect(findPage(PAGES, address)).toBeUndefined();
});
