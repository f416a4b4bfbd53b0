// Needs: feeds, history, previews
import {
  isSiteName,
  SAVED_COMMIT_HEADER,
  type ContentHeadingsResponse,
  type ContentResponse,
  type ErrorResponseBody,
  type HistoryResponse,
  type PostPageResponse,
  type PostSource,
} from 'content-schema';
import MiniSearch from 'minisearch';
import { SEARCH_INDEX } from 'content-schema/search-index';
import { setupServer } from 'msw/node';
import { describe, expect, test } from 'vitest';
import { callsOfApp } from '../../../../test/calls-of-app.ts';
import { git, subjectOf } from '../../../../test/git.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

const startGitHubTestServer = githubTestServers(setupServer());
const ORIGIN = 'https://ada.example';
const POST = '---\ntitle: Tides\ncreatedAt: 2020-01-01\ntags: [sea]\n---\n\nThe moon\n';
const ABOUT =
  '---\ntitle: About me\norder: 2\nheader: true\nlayout: page # mine\n---\n\nI am Ada\n';

type Files = Readonly<Record<string, string>>;

const optionsOf = async (files: Files) => ({
  publicUrl: ORIGIN,
  web: await testWebApp(),
  files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
});

/** Starts a server on each kind of store; `read` returns a stored file. */
const STORES = {
  local: async (files: Files) => {
    const server = await startTestServer(await optionsOf(files));
    const read = (path: string) => {
      const isThere = git(server.repository, 'ls-tree', 'main', '--', path) !== '';
      return isThere ? git(server.repository, 'show', `main:${path}`) : undefined;
    };
    return { visitor: server.visitor, admin: await server.signIn(), read };
  },
  GitHub: async (files: Files) => {
    const { visitor, signIn, repository } = await startGitHubTestServer(await optionsOf(files));
    const read = (path: string) => repository.files().get(path)?.toString();
    return { visitor, admin: await signIn(), read };
  },
};

const json = async <Body>(response: Response | Promise<Response>): Promise<Body> =>
  (await (await response).json()) as Body;

const textAt = async (client: TestClient, path: string): Promise<string> =>
  (await client.get(path)).text();

const issuesOf = async (response: Response): Promise<string[]> =>
  ((await json<ErrorResponseBody>(response)).issues ?? []).map(
    ({ path, message }) => `${path}: ${message}`,
  );

const PAGE = { title: 'Now', content: 'Walking', tags: [] };

describe.each(Object.entries(STORES))('pages in a %s store', (_, start) => {
  test('a page is created, edited, hidden, moved, deleted and brought back', async () => {
    const { visitor, admin, read } = await start({ 'posts/tides.md': POST });
    const edit = (fields: object) => admin.put('/api/posts/page:now', fields);
    expect((await visitor.get('/now')).headers.get('location')).toBe('/');

    expect((await edit({ ...PAGE, order: 1, header: true })).status).toBe(200);
    expect(read('pages/now.md')).toMatch(
      /^---\ntitle: Now\nhidden: false\n(?:\w+At: .*\n){2}order: 1\nheader: true\n---\n\nWalking\n$/,
    );
    const shown = await visitor.get('/now');
    expect([shown.status, await shown.text()]).toEqual([
      200,
      expect.stringContaining('<p>Walking</p>'),
    ]);
    expect((await visitor.get('/now/')).status).toBe(200);
    expect((await visitor.get('/Now')).headers.get('location')).toBe('/now');
    expect((await visitor.get('/blogs/page:now')).status).not.toBe(200);

    expect((await edit({ header: false, order: null })).status).toBe(200);
    expect(read('pages/now.md')).not.toMatch(/order|header/);

    const hide = (hidden: boolean) =>
      admin.patch('/api/posts/page:now/visibility?posts=headings', { hidden });
    const all = await json<PostSource[]>(hide(true));
    expect(all.map(({ id }) => id).sort()).toEqual(['page:now', 'tides']);
    expect((await visitor.get('/now')).headers.get('location')).toBe('/');
    expect((await visitor.get('/api/posts/page:now')).status).toBe(404);
    await hide(false);

    const move = (id: string) => admin.post('/api/admin/posts/page:now/address', { id });
    expect(await issuesOf(await move('now'))).toEqual([
      'id: A post stays a post, and a page stays a page',
    ]);
    expect((await move('page:today')).status).toBe(200);
    expect(read('pages/now.md')).toBeUndefined();
    expect(read('pages/today.md')).toContain('aliases:\n  - /now\n');
    const old = await visitor.get('/now?a=1');
    expect([old.status, old.headers.get('location')]).toEqual([301, '/today?a=1']);

    const deletion = await admin.delete('/api/posts/page:today');
    expect(await json<unknown[]>(deletion)).toHaveLength(1);
    expect((await visitor.get('/today')).headers.get('location')).toBe('/');
    const commit = deletion.headers.get(SAVED_COMMIT_HEADER) ?? '';
    const undone = await admin.post(`/api/history/${commit}/undo`, { decisions: [] });
    expect(undone.status).toBe(200);
    expect((await visitor.get('/today')).status).toBe(200);
    const { commits } = await json<HistoryResponse>(admin.get('/api/history'));
    expect(commits.slice(0, 7).map(({ subject }) => subject)).toEqual([
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
    const content = await json<ContentResponse>(visitor.get('/api/content'));
    expect(content.posts.map(({ id }) => id)).toEqual(['tides']);
    expect(content.pages).toEqual([
      { id: 'page:imprint', title: 'Imprint' },
      { id: 'page:about', title: 'About me', header: true },
    ]);
    const own = await json<ContentResponse>(admin.get('/api/content'));
    expect(own.posts.map(({ id }) => id)).toEqual(['tides']);
    const headings = await json<ContentHeadingsResponse>(admin.get('/api/content?posts=headings'));
    expect(headings.posts.map(({ id }) => id).sort()).toEqual([
      ...['page:about', 'page:draft', 'page:imprint', 'page:later', 'tides'],
    ]);
    expect(headings.posts.flatMap(({ tags }) => tags)).toEqual(['sea']);
    const post = await json<PostPageResponse>(visitor.get('/api/posts/tides'));
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
    const hits = await admin.get('/api/admin/posts/search?q=secret');
    expect((await json<{ ids: string[] }>(hits)).ids.sort()).toEqual(['page:draft', 'page:later']);

    // The specification's list of posts neither deletes the pages nor changes them.
    const sent = own.posts.map((each) => ({ ...each, title: 'Ebb' }));
    const revision = (await admin.get('/api/content')).headers.get('content-revision') ?? '';
    const saved = await admin.put('/api/posts', sent, { 'content-revision': revision });
    expect((await json<unknown[]>(saved)).length).toBe(1);
    expect(read('pages/about.md')).toBe(ABOUT);
    expect(read('posts/tides.md')).toContain('title: Ebb');
  });

  test('concurrent edits are merged, and other front matter stays', async () => {
    const { admin, read } = await start({ 'pages/about.md': ABOUT });
    const loaded = await admin.get('/api/posts/page:about?posts=markdown');
    const base = { 'content-revision': loaded.headers.get('content-revision') ?? '' };
    const mine = { ...(await json<PostSource>(loaded)), order: 7 };
    await admin.put('/api/posts/page:about', { title: 'About' });
    expect((await admin.put('/api/posts/page:about', mine, base)).status).toBe(200);
    expect(read('pages/about.md')).toMatch(
      /^---\ntitle: About\norder: 7\nheader: true\nlayout: page # mine\nupdatedAt: .*\n---\n\nI am Ada\n$/,
    );
    const theirs = await admin.put('/api/posts/page:about', { ...mine, order: 8 }, base);
    expect([theirs.status, (await json<ErrorResponseBody>(theirs)).conflicts]).toEqual([
      409,
      [expect.objectContaining({ file: 'pages/about.md', field: 'order' })],
    ]);
  });
});

test('no page can have the name of a route', async () => {
  const names = (await callsOfApp()).map((call) => call.split('/')[1] ?? '');
  const served = ['past', 'preview', 'assets', 'metrics'];
  for (const name of [...names, ...served]) expect([name, isSiteName(name)]).toEqual([name, true]);
});

test('all reasons against a new page are named at once', async () => {
  const { admin } = await STORES.local({
    'posts/tides.md': POST.replace('tags', 'aliases: [/taken]\ntags'),
  });
  const create = async (id: string, fields: object = PAGE) =>
    issuesOf(await admin.put(`/api/posts/${encodeURIComponent(id)}`, fields));
  for (const name of ['blogs', 'Admin', 'feed.xml', 'photos', 'projects.html']) {
    expect(await create(`page:${name}`)).toEqual(['id: This id is an address of the site']);
  }
  expect(await create('page:über uns')).toEqual([
    'id: Page ids may use letters, digits, dashes and underscores only',
  ]);
  expect(await create('page:taken')).toEqual(['id: This address leads to another post already']);
  expect(await create('page:now', { ...PAGE, title: '', tags: ['sea'], order: 'first' })).toEqual([
    expect.stringContaining('order: Position among the pages must be a number'),
  ]);
  expect(await create('page:now', { ...PAGE, title: '', tags: ['sea'] })).toEqual([
    'title: Title and content are required.',
    'tags: Pages have no tags',
  ]);
  // A post has neither of the fields of pages.
  expect(await create('neap', { ...PAGE, order: 2, header: true })).toEqual([]);
  const { pages } = await json<ContentResponse>(admin.get('/api/content'));
  expect(pages).toBeUndefined();
});

test('a pushed page that the site has itself is reported, and names in both folders are two', async () => {
  const { visitor, admin } = await STORES.local({
    'pages/blogs.md': ABOUT,
    'pages/robots.txt.md': ABOUT,
    'pages/old/about.md': ABOUT,
    'pages/about.md': ABOUT.replace('layout: page # mine', 'aliases: [/tides]'),
    'posts/about.md': POST.replace('tags', 'aliases: [/about]\ntags'),
    'posts/page:x.md': POST,
  });
  const { problems = [], posts } = await json<ContentResponse>(admin.get('/api/content'));
  expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual(
    expect.arrayContaining([
      'pages/blogs.md: It is not shown: /blogs may be an address of the site',
      'pages/robots.txt.md: It is not shown: /robots.txt may be an address of the site',
      'pages/old/about.md: It is in a folder of pages/ and is not shown: pages must be directly in pages/',
      'posts/about.md: /about leads to pages/about.md',
    ]),
  );
  expect(posts.map(({ id }) => id).sort()).toEqual(['about', '~page:x']);
  expect(await textAt(visitor, '/about')).toContain('I am Ada');
  expect(await textAt(visitor, '/blogs/about')).toContain('The moon');
  expect(await textAt(visitor, '/blogs')).not.toContain('I am Ada');
  expect((await visitor.get('/tides')).headers.get('location')).toBe('/about');
});

test('a page that a push renamed keeps its address, and previews and past versions show it', async () => {
  const server = await startTestServer(
    await optionsOf({
      'pages/about.md': ABOUT,
      'pages/plan.md': '---\nhidden: true\n---\n\nPlan B\n',
    }),
  );
  const { visitor, outsider } = server;
  const admin = await server.signIn();
  const before = await outsider.head();
  const changes = new Map([
    ['pages/about.md', null],
    ['pages/me.md', Buffer.from(ABOUT)],
  ]);
  await server.content.renamedPosts.readHistory();
  await outsider.commit({ expectedHead: before, message: 'Rename\n', operationId: 'a', changes });
  await admin.get('/api/content?posts=headings');
  expect((await visitor.get('/about')).headers.get('location')).toBe('/me');
  expect(await textAt(admin, `/past/${before}/about`)).toContain('I am Ada');
  expect((await admin.get(`/past/${before}/me`)).headers.get('location')).toBe(`/past/${before}/`);

  const preview = { of: 'post', name: 'page:plan', hours: 1 };
  const { url } = await json<{ url: string }>(admin.post('/api/admin/previews', preview));
  const root = await visitor.get(url.replace(ORIGIN, ''));
  const at = root.headers.get('location') ?? '';
  expect(at).toMatch(/\/plan$/);
  expect(await textAt(visitor, at)).toContain('Plan B');
  expect(await textAt(visitor, at)).toContain('A preview of the page “Plan”');
  expect(subjectOf(server.repository)).toBe('Rename');
});
