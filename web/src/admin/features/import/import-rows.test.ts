import type { Previews } from './import-calls.ts';
import { expect, it } from 'vitest';
import { batchesOf, isUndated, linksFor, rowsOf } from './import-rows.ts';
import { oldAddressesOf } from './old-addresses.ts';

const postAt = (path: string) => ({
  path,
  file: new File(['Text'], path.replace(/.*\//, '')),
});

type Preview = ReturnType<Previews['get']> & object;

const skipped: string[] = [];

const previewOf = (id: string, links: readonly string[]): Preview => ({
  file: `${id}.md`,
  post: { id, title: id, tags: [], hidden: false },
  links,
  shown: [],
  ...{ covers: [], warnings: [], addresses: [], page: { categories: [] } },
});

it('sends at most 2000 files and 2000 pictures per request', () => {
  const posts = Array.from({ length: 2001 }, (_, index) => postAt(`${index}.md`));
  const sizes = (rows: ReturnType<typeof rowsOf>) => batchesOf(rows).map((batch) => batch.length);
  expect(sizes(rowsOf({ posts, images: new Map(), skipped }, new Map(), new Set()))).toEqual([
    2000, 1,
  ]);

  const paths = Array.from({ length: 2400 }, (_, index) => `${index}.png`);
  const few = posts.slice(0, 3);
  const previews: Previews = new Map(
    few.map((post, index) => [post, previewOf('a', paths.slice(index * 800, index * 800 + 800))]),
  );
  const images = new Map(paths.map((path) => [path, new File([], path)]));
  expect(sizes(rowsOf({ posts: few, images, skipped }, previews, new Set()))).toEqual([2, 1]);
});

it('links pictures that the server has, and posts that are imported now or were before', () => {
  const paths = ['x/a.md', 'x/b.md', 'x/out.md', 'x/before.md'];
  const posts = paths.map(postAt);
  const [a, b, out, before] = posts as [...typeof posts, never, never, never, never];
  const links = ['b.md#top', 'out.md', 'before.md', 'c.png', 'd.png', './c.png', 'gone.png'];
  const previews: Previews = new Map<(typeof posts)[number], Preview>([
    [a, previewOf('a', links)],
    [b, previewOf('other', ['../x/c.png'])],
    [out, previewOf('out', [])],
    [before, { file: 'before.md', message: 'Already imported', id: 'before' }],
  ]);
  const images = new Map(['x/c.png', 'x/d.png'].map((path) => [path, new File([], path)]));
  const rows = rowsOf({ posts, images, skipped }, previews, new Set([out]));
  expect(rows[0]?.links?.missing).toEqual(['gone.png']);
  expect(rows[3]?.problem).toBe('Already imported');
  const sent = rows.filter(({ isLeftOut }) => !isLeftOut);
  expect(linksFor(sent, rows, new Map([['x/c.png', 'staged c']]))).toEqual({
    photos: ['staged c'],
    links: [
      { file: 0, address: 'c.png', photo: 0 },
      { file: 0, address: './c.png', photo: 0 },
      { file: 0, address: 'b.md#top', to: '/blogs/other#top' },
      { file: 0, address: 'before.md', to: '/blogs/before' },
      { file: 1, address: '../x/c.png', photo: 0 },
    ],
  });
});

it('links pages by their addresses, and misses no date of theirs', () => {
  const posts = ['x/about.md', 'x/posts/a.md'].map(postAt);
  const [about, a] = posts as [...typeof posts, never, never];
  const previews: Previews = new Map<(typeof posts)[number], Preview>([
    [about, previewOf('page:me', [])],
    [a, previewOf('a', ['../about.md#now', '/me/'])],
  ]);
  const files = { posts, images: new Map(), skipped };
  const addresses = oldAddressesOf(files, previews, new Map(), new Map());
  const rows = rowsOf(files, previews, new Set(), { addresses });
  expect(linksFor(rows, rows, new Map()).links).toEqual([
    { file: 1, address: '../about.md#now', to: '/me#now' },
    { file: 1, address: '/me/', to: '/me' },
  ]);
  expect(rows.map(isUndated)).toEqual([false, true]);
});
