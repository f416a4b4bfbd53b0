// Needs: feeds, history, previews
import {
  isSiteName,
  type ContentHeadingsResponse,
  type ContentResponse,
  type PostPageResponse,
  type PostSource,
} from 'content-schema';
import { SEARCH_INDEX } from 'content-schema/search-index';
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import { bothStores } from '../../../../test/both-stores.ts';
import { CALLS } from '../../../../test/calls.ts';
import type { TestFiles } from '../../../../test/files.ts';
import { subjectOf } from '../../../../test/git.ts';
import { move as moving, undo } from '../../../../test/merge-calls.ts';
import { issuesOf, json, read as readJson, savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

const ORIGIN = 'https://ada.example';
const POST = '---\ntitle: Tides\ncreatedAt: 2020-01-01\ntags: [sea]\n---\n\nThe moon\n';
const ABOUT =
  '---\ntitle: About me\norder: 2\nheader: true\nlayout: page # mine\n---\n\nI am Ada\n';

const OPTIONS = async () => ({ publicUrl: ORIGIN, web: await testWebApp() });

const startLocal = async (files: TestFiles) => startAsAdmin({ ...(await OPTIONS()), files });

const textAt = async (client: TestClient, path: string): Promise<string> =>
  (await client.get(path)).text();

const locationOf = async (client: TestClient, path: string) =>
  (await client.get(path)).headers.get('location');

const idsIn = (posts: readonly { readonly id?: string }[]) => posts.map(({ id }) => id).sort();

const PAGE = { title: 'Now', content: 'Walking', tags: [] };

describe.each(bothStores())('pages on $store', ({ open }) => {
  const start = async (files: TestFiles) => {
    const options = { ...(await OPTIONS()), contentMaxAgeSeconds: 30 };
    const { site, admin, visitor } = await open(files, options);
    const read = async (path: string) => (await site.texts())[path];
    return { site, admin, visitor, read };
  };

  test('a page is created, edited, hidden, moved, deleted and brought back', async () => {
    const { site, visitor, admin, read } = await start({ 'posts/tides.md': POST });
    const edit = (fields: object) => savedCommit(admin.put('/api/posts/page:uses', fields));
    expect(await locationOf(visitor, '/uses')).toBe('/');

    await edit({ ...PAGE, order: 1, header: true });
    expect(await read('pages/uses.md')).toMatch(
      /^---\ntitle: Now\nhidden: false\n(?:\w+At: .*\n){2}order: 1\nheader: true\n---\n\nWalking\n$/,
    );
    for (const path of ['/uses', '/uses/']) {
      expect(await textAt(visitor, path)).toContain('<p>Walking</p>');
    }
    expect(await locationOf(visitor, '/Uses')).toBe('/uses');
    expect((await visitor.get('/blogs/page:uses')).status).not.toBe(200);

    await edit({ header: false, order: null });
    expect(await read('pages/uses.md')).not.toMatch(/order|header/);

    const hide = (hidden: boolean) =>
      admin.patch('/api/posts/page:uses/visibility?posts=headings', { hidden });
    expect(idsIn(await json<PostSource[]>(hide(true)))).toEqual(['page:uses', 'tides']);
    expect(await locationOf(visitor, '/uses')).toBe('/');
    expect((await visitor.get('/api/posts/page:uses')).status).toBe(404);
    await hide(false);

    expect(await issuesOf(moving(admin, 'page:uses', 'uses'))).toEqual([
      'id: A post stays a post, and a page stays a page',
    ]);
    await savedCommit(moving(admin, 'page:uses', 'page:today'));
    expect(await read('pages/uses.md')).toBeUndefined();
    expect(await read('pages/today.md')).toContain('aliases:\n  - /uses\n');
    const old = await visitor.get('/uses?a=1');
    expect([old.status, old.headers.get('location')]).toEqual([301, '/today?a=1']);

    const deletion = await admin.delete('/api/posts/page:today');
    const commit = await savedCommit(deletion);
    expect(await deletion.json()).toHaveLength(1);
    expect(await locationOf(visitor, '/today')).toBe('/');
    await savedCommit(undo(admin, commit));
    expect((await visitor.get('/today')).status).toBe(200);
    expect(site.subjects().slice(0, 7)).toEqual([
      'Undo "Delete page "Now""',
      'Delete page "Now"',
      'Move page "Now" to /today',
      'Show page "Now"',
      'Hide page "Now"',
      'Update page "Now": order, header',
      'Create page "Now"',
    ]);
  });

  test('lists of posts leave pages out, and the rest of the site has them', async () => {
    const { visitor, admin, read } = await start({
      'posts/tides.md': POST,
      'pages/about.md': ABOUT,
      'pages/imprint.md': '---\ntitle: Imprint\norder: 1\ntags: [law]\n---\n\nAda, Street 1\n',
      'pages/draft.md': '---\ntitle: Draft\nhidden: true\n---\n\nSecret\n',
      'pages/later.md': '---\ntitle: Later\npublishDate: 2999-01-01\n---\n\nSecret\n',
    });
    const content = await readJson<ContentResponse>(visitor, '/api/content');
    expect(idsIn(content.posts)).toEqual(['tides']);
    expect(content.pages).toEqual([
      { id: 'page:imprint', title: 'Imprint' },
      { id: 'page:about', title: 'About me', header: true },
    ]);
    const own = await readJson<ContentResponse>(admin, '/api/content');
    expect(idsIn(own.posts)).toEqual(['tides']);
    const path = '/api/content?posts=headings';
    const headings = await readJson<ContentHeadingsResponse>(admin, path);
    expect(idsIn(headings.posts)).toEqual([
      ...['page:about', 'page:draft', 'page:imprint', 'page:later', 'tides'],
    ]);
    expect(headings.posts.flatMap(({ tags }) => tags)).toEqual(['sea']);
    const post = await readJson<PostPageResponse>(visitor, '/api/posts/tides');
    expect(post.neighbours).toEqual({});
    expect((await visitor.get('/blogs/1')).status).toBe(404);

    for (const path of ['/feed.xml', '/feed.json', '/blogs']) {
      expect(await textAt(visitor, path)).not.toMatch(/I am Ada|Street 1/);
    }
    const sitemap = await textAt(visitor, '/sitemap.xml');
    expect(sitemap.match(/(?<=<loc>https:\/\/ada\.example)[^<]*/g)?.sort()).toEqual([
      ...['/', '/about', '/blogs/tides', '/imprint'],
    ]);
    const llms = await textAt(visitor, '/llms.txt');
    expect(llms).not.toContain('/about.md');
    expect(llms).toMatch(/## Pages\n.*\(https:\/\/ada\.example\/about\)/s);
    const index = MiniSearch.loadJSON(await textAt(visitor, '/search-index.json'), SEARCH_INDEX);
    expect(index.search('street').map(({ id }) => id as string)).toEqual(['page:imprint']);
    expect(index.search('secret')).toEqual([]);
    const hits = await readJson<{ ids: string[] }>(admin, '/api/admin/posts/search?q=secret');
    expect(hits.ids.sort()).toEqual(['page:draft', 'page:later']);

    // The specification's list of posts neither deletes the pages nor changes them.
    const sent = own.posts.map((each) => ({ ...each, title: 'Ebb' }));
    const revision = (await admin.get('/api/content')).headers.get('content-revision') ?? '';
    const saved = await admin.put('/api/posts', sent, { 'content-revision': revision });
    expect(await saved.json()).toHaveLength(1);
    expect(await read('pages/about.md')).toBe(ABOUT);
    expect(await read('posts/tides.md')).toContain('title: Ebb');
  });
});

test('no page can have the name of a route', () => {
  const names = CALLS.map(({ name }) => name.split('/')[1] ?? '');
  const served = ['past', 'preview', 'assets'];
  for (const name of [...names, ...served]) expect([name, isSiteName(name)]).toEqual([name, true]);
});

test('all reasons against a new page are named at once', async () => {
  const { admin } = await startLocal({
    'posts/tides.md': POST.replace('tags', 'aliases: [/taken]\ntags'),
  });
  const create = (id: string, fields: object = {}) =>
    admin.put(`/api/posts/${encodeURIComponent(id)}`, { ...PAGE, ...fields });
  for (const name of ['blogs', 'Admin', 'feed.xml', 'photos', 'projects.html']) {
    const issues = ['id: This id is an address of the site'];
    expect(await issuesOf(create(`page:${name}`))).toEqual(issues);
  }
  const noId = 'id: Page ids may use letters, digits, dashes and underscores only';
  expect(await issuesOf(create('page:über uns'))).toEqual([noId]);
  const taken = 'id: This address leads to another post already';
  expect(await issuesOf(create('page:taken'))).toEqual([taken]);
  const wrong = { title: '', tags: ['sea'] };
  expect(await issuesOf(create('page:uses', { ...wrong, order: 'first' }))).toEqual([
    expect.stringContaining('order: Position among the pages must be a number'),
  ]);
  expect(await issuesOf(create('page:uses', wrong))).toEqual([
    'title: Title and content are required.',
    'tags: Pages have no tags',
  ]);
  // A post has neither of the fields of pages.
  await savedCommit(create('neap', { order: 2, header: true }));
  expect((await readJson<ContentResponse>(admin, '/api/content')).pages).toBeUndefined();
});

test('a pushed page that the site has itself is reported, and names in both folders are two', async () => {
  const { visitor, admin } = await startLocal({
    'pages/blogs.md': ABOUT,
    'pages/robots.txt.md': ABOUT,
    'pages/old/about.md': ABOUT,
    'pages/about.md': ABOUT.replace('layout: page # mine', 'aliases: [/tides]'),
    'posts/about.md': POST.replace('tags', 'aliases: [/about]\ntags'),
    'posts/page:x.md': POST,
  });
  const { problems = [], posts } = await readJson<ContentResponse>(admin, '/api/content');
  expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual(
    expect.arrayContaining([
      'pages/blogs.md: It is not shown: /blogs may be an address of the site',
      'pages/robots.txt.md: It is not shown: /robots.txt may be an address of the site',
      'pages/old/about.md: It is in a folder of pages/ and is not shown: pages must be directly in pages/',
      'posts/about.md: /about leads to pages/about.md',
    ]),
  );
  expect(idsIn(posts)).toEqual(['about', '~page:x']);
  expect(await textAt(visitor, '/about')).toContain('I am Ada');
  expect(await textAt(visitor, '/blogs/about')).toContain('The moon');
  expect(await textAt(visitor, '/blogs')).not.toContain('I am Ada');
  expect(await locationOf(visitor, '/tides')).toBe('/about');
});

test('a page that a push renamed keeps its address, and previews and past versions show it', async () => {
  const { admin, content, outsider, push, repository, visitor } = await startLocal({
    'pages/about.md': ABOUT,
    'pages/plan.md': '---\nhidden: true\n---\n\nPlan B\n',
  });
  const before = await outsider.head();
  await content.renamedPosts.readHistory();
  await push({ 'pages/about.md': null, 'pages/me.md': ABOUT }, 'Rename\n');
  expect(await locationOf(visitor, '/about')).toBe('/me');
  expect(await textAt(admin, `/past/${before}/about`)).toContain('I am Ada');
  expect(await locationOf(admin, `/past/${before}/me`)).toBe(`/past/${before}/`);

  const preview = { of: 'post', name: 'page:plan', hours: 1 };
  const { url } = await json<{ url: string }>(admin.post('/api/admin/previews', preview));
  const at = (await locationOf(visitor, url.replace(ORIGIN, ''))) ?? '';
  expect(at).toMatch(/\/plan$/);
  expect(await textAt(visitor, at)).toContain('Plan B');
  expect(await textAt(visitor, at)).toContain('A preview of the page “Plan”');
  expect(subjectOf(repository)).toBe('Rename');
});
