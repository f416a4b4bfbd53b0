import { isSiteName, nameOfId, type PublicContent } from 'content-schema';
import { expect, test } from 'vitest';
import { DEFAULT_CONTENT, publicContent, renderAddress } from '../../test/render-address.ts';
import { ADMIN, LOGIN } from '../paths.ts';
import { PAGES } from './pages.ts';

const heading = (name: string, more: object = {}) => ({
  ...{ id: `page:${name}`, title: `The ${name}`, tags: [], hidden: false },
  ...{ createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-02T00:00:00.000Z' },
  ...more,
});

const content: PublicContent = {
  ...publicContent(DEFAULT_CONTENT),
  pages: [heading('imprint'), heading('about', { header: true })],
  post: (id) => {
    const post = heading(nameOfId(id));
    return Promise.resolve({ ...post, content: 'Text', contentHtml: `<p>Text of ${id}</p>` });
  },
};

test('no page can have the name of a page of the site', () => {
  const paths = [...PAGES.map(({ path }) => path), ADMIN, LOGIN];
  const names = paths.flatMap((path) => /^\/(\w+)$/.exec(path)?.[1] ?? []);
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !isSiteName(name))).toEqual([]);
});

test('every page links to the pages in its footer, and to those in the header there', async () => {
  const { body, state } = await renderAddress('/tags', content);
  const [header = '', rest = ''] = body.split(/<\/header>(.*)/s);
  expect(header).toMatch(/Contact<\/a><a [^>]*href="\/about"[^>]*>The about<\/a>/);
  expect(header).not.toContain('imprint');
  expect(rest).toMatch(/<footer.*The imprint<\/a>.*The about<\/a>.*Tags<\/a>/s);
  expect(state.page?.frame.pages).toEqual([
    { id: 'page:imprint', title: 'The imprint' },
    { id: 'page:about', title: 'The about', header: true },
  ]);
  const without = await renderAddress('/tags');
  expect(without.state.page?.frame).not.toHaveProperty('pages');
});

test('a page shows its text and nothing that belongs to posts', async () => {
  const { status, head, body, state } = await renderAddress('/about', content);
  expect(status).toBe(200);
  expect(body).toContain('<p>Text of page:about</p>');
  expect(body.replace(/<script.*<\/script>/s, '')).not.toMatch(
    /Published|Updated|minute|All blogs|More posts|revised/,
  );
  expect(body).toMatch(/href="\/"[^>]*>Home<\/a>/);
  expect(state.page?.view).toMatchObject({ neighbours: {}, latest: [] });
  expect(head).toContain('<title>The about – ');
  expect(head).toContain('<link rel="canonical" href="https://ada.example/about"/>');
  expect(head).toContain('<meta property="og:type" content="website"/>');
  expect(body).toContain('"@type":"WebPage","name":"The about"');
  expect(body).not.toContain('"Blogs"');
  expect(state.page?.view.card).toBe('/og/1/about.png');
});
