// Needs: checklist, feeds
import {
  postPath,
  type ChecklistItem,
  type ChecklistResponse,
  type ContentResponse,
} from 'content-schema';
import { slow } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { bothStores, type TestSite } from '../../../../test/both-stores.ts';
import { bytesOf, type TestFiles } from '../../../../test/files.ts';
import { move } from '../../../../test/merge-calls.ts';
import { issuesOf, json, read } from '../../../../test/responses.ts';
import type { AppOptions, RunningApp } from '../../../../test/run-app.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import { testFolder } from '../../../../test/test-folder.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';
import { openDiskLog } from '../../git-store/disk-cache/log.ts';
import { StoreUnavailable } from '../../git-store/errors.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const post = (...lines: string[]): string =>
  ['---', 'title: T', ...lines, '---', '', 'Text', ''].join('\n');

const start = async (posts: Readonly<Record<string, string>>) => {
  const files = Object.entries(posts).map(([id, text]) => [postPath(id), text]);
  return startAsAdmin({ files: Object.fromEntries(files) as TestFiles, web: await testWebApp() });
};

/** Returns the status of a response, and where it leads. */
const go = async (visitor: TestClient, path: string): Promise<[number, string | null]> => {
  const { status, headers } = await visitor.get(path);
  return [status, headers.get('location')];
};

test.each([
  ['aliases: [/2019/05/title.html]', '/2019/05/title.html'],
  ['aliases: [/2019/05/title.html]', '/2019/05/title'],
  ['aliases: 2019/05/title', '/2019/05/Title/'],
  ['aliases:\n  - /other/\n  - /2019/05/title/index.html', '/2019/05/title'],
  ['redirect_from: /2019/05/title/', '/2019/05/title/index.html'],
  ['redirect_from:\n  - https://old.example/blog/?p=3', '/blog'],
  ['permalink: /:year/:title/\naliases: [/a]', '/a'],
  ['permalink: /2019/title.html', '/2019/title.html'],
  ['url: https://old.example/notes/title', '/notes/title/'],
  ['slug: my-title', '/blogs/my-title'],
  ['slug: 2019/my-title', '/blogs/My-Title/'],
  ['aliases: [/blogs/old]', '/blogs/old'],
  ['aliases: [/blogs/old]', '/blogs/old.html'],
  ['aliases: [/caf%C3%A9/]', '/cafe%CC%81'],
  ['aliases: [/café]', '/caf%c3%a9/'],
  ['aliases: [/a b]', '/a%20b'],
  ['draft: false', '/blogs/The-POST'],
])('a post with %s answers %s with one redirect', async (line, path) => {
  const { visitor } = await start({ 'the-post': post(line) });
  const address = `${path}?a=1&b=%2F`;
  expect(await go(visitor, address)).toEqual([301, '/blogs/the-post?a=1&b=%2F']);
  const response = await visitor.get(address);
  expect(response.headers.get('cache-control')).toContain('max-age=0');
  expect(response.headers.getSetCookie()).toEqual([]);
  expect((await visitor.request('HEAD', path)).status).toBe(301);
  expect((await visitor.get('/blogs/the-post')).status).toBe(200);
});

test('what is no path is no address', async () => {
  const lines = [
    ...['permalink: /:year/:month/:title/', 'permalink: pretty', 'permalink: "{{ title }}/"'],
    ...['permalink: ""', 'aliases:', 'aliases: { a: b }'],
    'aliases: ["mailto:ada@example.com", "javascript:a", "https://"]',
  ];
  const posts = lines.map((line, index) => [`post-${index}`, post(line)] as const);
  const { visitor } = await start(Object.fromEntries(posts));
  for (const [id] of posts) expect(await go(visitor, `/blogs/${id}`)).toEqual([200, null]);
  for (const path of ['/pretty', '/:year/:month/:title/', '/a', '/ada@example.com', '/b']) {
    expect(await go(visitor, path)).toEqual([302, '/']);
  }
});

test('an address of the site itself stays its own', async () => {
  const own = ['/', '/blogs', '/blogs/1', '/blogs/two', '/login', '/admin/blogs'];
  const files = ['/feed.xml', '/about.svg', '/assets/app-abc123.js', '/assets/none.js', '/livez'];
  const calls = ['/api/content', '/api/none', '/past/x', '/preview/x'];
  const { visitor } = await start({
    one: post(`aliases: ${JSON.stringify([...own, ...files, ...calls])}`, 'date: 2020-06-01'),
    two: post('date: 2020-01-01'),
  });
  for (const path of [...own, ...files, ...calls]) {
    expect([path, (await visitor.get(path)).status]).not.toEqual([path, 301]);
  }
});

test('posts whose ids differ in case only have their own pages', async () => {
  const { visitor } = await start({ Case: post(), case: post() });
  for (const id of ['Case', 'case']) expect((await visitor.get(`/blogs/${id}`)).status).toBe(200);
});

const TAKEN = ['date: 2020-01-01', 'tags: [sea]', 'aliases: [/old/x, /blogs/old-x]'];

/** The forms of all addresses that a post has, or may have; `x` stands for its id. */
const FORMS = [
  ...['/blogs/x', '/blogs/old-x', '/old/x'].flatMap((path) => [
    ...[path, `${path}/`, `${path}//`, `${path}/index.html`, `${path}/index`, `${path}.html`],
    ...[`${path}.htm`, `${path}.md`, `${path}.md/`, path.toUpperCase(), `${path}.HTML`],
    ...[path.replace('/', '//'), path.replace(/\/(?=[^/]*$)/, '//'), path.replace(/x$/, '%78')],
    ...[path.replace(/x$/, 'X'), path.replace('l', '%6C'), `${path}%2F`, `${path}?a=1`],
    ...[`${path}/none`, `${path}/none/`, `${path}/feed.xml`, `${path};a`, `${path}%00`],
    ...[`${path}.json`, `/og/${'0'.repeat(16)}${path}.png`, `/og/home${path}.png`, `/.${path}`],
  ]),
  ...['/api/posts/x', '/api/posts/x/', '/api/posts/X', '/api/posts/%78', '/api/posts/old-x'],
  ...['/api/posts/x?posts=summary', '/api/posts/x?posts=headings', '/api/posts/x.md', '/x'],
  ...['/blogs/tags/sea', '/blogs/tags/sea/feed.xml', '/blogs/tags/sea/feed.json', '/x/index.html'],
  ...['/feed.xml', '/feed.json', '/sitemap.xml', '/llms.txt', '/search-index.json', '/blogs?q=sea'],
  '/photos/x',
  '/uploads/x.png',
  '/past/x',
  '/preview/x',
  '/',
  '/blogs',
  '/tags',
  '/api/content',
];

describe.each([
  ['hidden', ['hidden: true']],
  ['planned', [`publishDate: ${new Date(Date.now() + 3_600_000).toISOString()}`]],
  ['expired', ['expiryDate: 2021-01-01']],
  ['unclear', ['hidden: perhaps']],
])('a post that is %s', (kind, lines) => {
  const text = (...more: string[]) => post(...lines, ...TAKEN, ...more);
  const everyResponse = async (
    { visitor }: Pick<RunningApp, 'visitor'>,
    { method = 'GET', ...headers }: Readonly<Record<string, string>>,
  ) => {
    const responses = new Map<string, unknown>();
    for (const path of FORMS) {
      const response = await visitor.request(method, path, { headers, redirect: 'manual' });
      const others = new Map(response.headers);
      for (const name of ['date', 'x-request-id']) others.delete(name);
      // The commit, which the cookie signs, too, is another one for any content.
      if (others.delete('content-revision')) others.delete('set-cookie');
      responses.set(`${method} ${path}`, [response.status, others, await response.text()]);
    }
    return responses;
  };

  test('is as none at every address before and after the history is read', async () => {
    const others = { one: post('date: 2022-01-01'), 'page:about': post() };
    const sites = [await start(others), await start({ ...others, x: text(), 'page:x': text() })];
    const expectSame = async (request: Readonly<Record<string, string>>) => {
      const [expected, actual] = await Promise.all(
        sites.map((site) => everyResponse(site, request)),
      );
      for (const [name, response] of expected ?? []) {
        expect([name, actual?.get(name)]).toEqual([name, response]);
      }
    };
    await expectSame({});
    for (const { content } of sites) await content.renamedPosts.readHistory();
    const conditions = [
      { method: 'HEAD' },
      { 'if-none-match': '*' },
      { 'if-none-match': '"a", W/"b"', 'if-modified-since': new Date().toUTCString() },
      { accept: 'application/json', range: 'bytes=0-3' },
    ];
    for (const request of [{}, ...(kind === 'hidden' ? conditions : [])]) await expectSame(request);
  });
});

test('an address that leads elsewhere still does when a hidden post has it, too', async () => {
  const old = 'Old\n\nText\n';
  const site = await start({ gone: 'Gone\n', old, two: post('aliases: [/blogs/one]') });
  await site.content.reader.current();
  await site.push({ 'posts/gone.md': null, 'posts/old.md': null, 'posts/newer.md': old });
  const draft = post('hidden: true');
  await site.push({ 'posts/gone.md': draft, 'posts/old.md': draft, 'posts/one.md': draft });
  for (const running of [site, await site.restart()]) {
    await running.content.renamedPosts.readHistory();
    expect(await go(running.visitor, '/blogs/gone')).toEqual([410, null]);
    expect(await go(running.visitor, '/blogs/old')).toEqual([301, '/blogs/newer']);
    expect(await go(running.visitor, '/blogs/one')).toEqual([301, '/blogs/two']);
  }
});

test('the newer of two posts has the address that both claim, which is a problem', async () => {
  const { admin, visitor } = await start({
    older: post('date: 2020-01-01', 'aliases: [/a, /b, /blogs/newer]'),
    newer: post('date: 2021-01-01', 'redirect_from: /A/'),
  });
  expect(await go(visitor, '/a')).toEqual([301, '/blogs/newer']);
  expect(await go(visitor, '/b')).toEqual([301, '/blogs/older']);
  const { problems } = await read<ContentResponse>(admin, '/api/content');
  expect(problems).toEqual([
    { path: 'posts/older.md', message: '/a leads to posts/newer.md' },
    { path: 'posts/older.md', message: '/blogs/newer leads to posts/newer.md' },
  ]);
});

const ONE = 'One\n\nText\n';
const DRAFT = '---\nhidden: true\n---\n\nDraft\n';
const FILES: TestFiles = {
  'profile.json': '{ "name": "Ada" }',
  'posts/one.md': ONE,
  'posts/draft.md': DRAFT,
};

const news = (hidden: boolean): string =>
  `---\ntitle: News\nhidden: ${String(hidden)}\n---\n\nAll the news\n`;

/** The changes that move a post's file, and write its text. */
const moved = (from: string, to: string, text: string): TestFiles => ({
  [`posts/${from}.md`]: null,
  [`posts/${to}.md`]: text,
});

/** The ids of the entries of the feeds, without the address of their site. */
const feedIds = async ({ visitor }: Pick<RunningApp, 'visitor'>): Promise<string[]> => {
  const atom = await (await visitor.get('/feed.xml')).text();
  const { items } = await read<{ items: { id: string }[] }>(visitor, '/feed.json');
  const ids = [...atom.matchAll(/<entry>.*?<id>(.*?)<\/id>/gs)].map(([, id = '']) => id);
  expect(items.map(({ id }) => id)).toEqual(ids);
  return ids.map((id) => id.replace(/^.*\/blogs\//, ''));
};

describe.each(bothStores(startGitHubTestServer))('on $store', ({ open }) => {
  const openSite = async (options: AppOptions = {}) => {
    const web = await testWebApp();
    const opened = await open(FILES, { web, contentMaxAgeSeconds: 30, ...options });
    await opened.site.content.renamedPosts.readHistory();
    return opened;
  };
  /** Starts another instance, which has read the history. */
  const restart = async (site: TestSite): Promise<RunningApp> => {
    const app = await site.restart();
    await app.content.renamedPosts.readHistory();
    return app;
  };
  /** Expects that something sends no requests to GitHub. */
  const expectNoRequests = async ({ atGitHub }: TestSite, act: () => Promise<unknown>) => {
    const mark = atGitHub?.github.requests.mark();
    await act();
    expect(mark?.count() ?? 0).toBe(0);
  };

  test('a renamed file redirects without a look-up, through any number of renames', async () => {
    const { site, visitor } = await openSite();
    await site.push(moved('one', 'two', ONE));
    await site.push(moved('two', 'three', ONE));
    await expectNoRequests(site, async () => {
      expect(await go(visitor, '/blogs/one?a=1')).toEqual([301, '/blogs/three?a=1']);
      expect(await go(visitor, '/blogs/two/')).toEqual([301, '/blogs/three']);
      const call = '/api/posts/three?posts=summary';
      expect(await go(visitor, '/api/posts/one?posts=summary')).toEqual([302, call]);
    });
  });

  test('a file that was renamed and edited is followed while the process runs, and after a restart', async () => {
    const { site, visitor } = await openSite();
    await site.push(moved('one', 'two', `${ONE}\nMore\n`));
    expect(await feedIds(site)).toEqual(['one']);
    expect(await go(visitor, '/blogs/one')).toEqual([301, '/blogs/two']);
    await site.push(moved('two', 'three', `${ONE}\nMore\n\nA\n`));
    const restarted = await restart(site);
    await expectNoRequests(site, async () => {
      const both = [1, 2].map(() => go(restarted.visitor, '/blogs/one'));
      expect(await Promise.all(both)).toEqual([1, 2].map(() => [301, '/blogs/three']));
    });
  });

  test('of several commits that are pushed at once, each is asked what it renamed', async () => {
    const { site, visitor } = await openSite();
    const push = async (...commits: TestFiles[]) => {
      for (const files of commits) await site.pushBytes(bytesOf(files));
      await site.content.reader.refresh();
    };
    await push(moved('one', 'two', ONE), { 'posts/two.md': '# Another text\n' });
    expect(await feedIds(site)).toEqual(['one']);
    expect(await go(visitor, '/blogs/one')).toEqual([301, '/blogs/two']);
    const back = { 'posts/three.md': '# Another text\n' };
    await push({ 'posts/two.md': null, ...back }, { 'posts/three.md': null });
    await push(back);
    for (const id of ['one', 'two'])
      await vi.waitFor(async () => {
        expect(await go(visitor, `/blogs/${id}`)).toEqual([301, '/blogs/three']);
      });
    await push({ 'posts/three.md': null }, { 'posts/other.md': '# Another text\n\nMore\n' });
    expect(await feedIds(site)).toEqual(['other']);
    expect(await go(visitor, '/blogs/three')).toEqual([410, null]);
  });

  test('a deleted post is 410, and 404 if it was never public', async () => {
    const { site, visitor } = await openSite();
    await site.push({ 'posts/one.md': null, ...moved('draft', 'plan', DRAFT) });
    expect(await go(visitor, '/blogs/one')).toEqual([410, null]);
    expect(await go(visitor, '/blogs/draft')).toEqual([404, null]);
    await site.push({ 'posts/plan.md': null });
    for (const id of ['draft', 'none'])
      expect(await go(visitor, `/blogs/${id}`)).toEqual([404, null]);
    expect((await visitor.get('/api/posts/one')).status).toBe(404);
    await site.push({ 'posts/one.md': ONE });
    expect(await go(visitor, '/blogs/one')).toEqual([200, null]);
  });

  test('the form of a post that was renamed and edited goes on with it, even if it is hidden', async () => {
    const { site, admin, visitor } = await openSite();
    const idAt = async (id: string) => {
      const response = await admin.get(`/api/posts/${id}?posts=markdown`);
      return response.status === 200 ? (await json<{ id: string }>(response)).id : response.status;
    };
    const draft = moved('draft', 'plan', `${DRAFT}\nMore\n`);
    await site.push({ ...moved('one', 'two', `${ONE}\nMore\n`), ...draft });
    expect([await idAt('one'), await idAt('draft')]).toEqual(['two', 'plan']);
    expect(await go(visitor, '/blogs/draft')).toEqual([404, null]);
    await site.push({ 'posts/two.md': null });
    expect(await idAt('two')).toBe(404);
  });

  test('before the history is read, a look-up of an old address is a 404 that no cache keeps', async () => {
    const { site } = await openSite();
    await site.push({ 'posts/one.md': null });
    const { content, visitor } = await site.restart();
    await content.reader.current();
    await expectNoRequests(site, async () => {
      for (const id of ['one', 'draft', 'none']) {
        const { status, headers } = await visitor.get(`/blogs/${id}`);
        expect([id, status, headers.get('cache-control')]).toEqual([id, 404, 'no-cache']);
      }
    });
    await content.renamedPosts.readHistory();
    expect(await go(visitor, '/blogs/one')).toEqual([410, null]);
  });

  test('unknown addresses cost no requests, and switch nothing off', async () => {
    const { site } = await openSite();
    await site.push(moved('one', 'two', `${ONE}\nMore\n`));
    const { signIn, visitor } = await restart(site);
    const admin = await signIn();
    await expectNoRequests(site, async () => {
      for (let index = 0; index < 100; index += 1) await visitor.get(`/blogs/wp-login-${index}`);
      expect(await go(visitor, '/blogs/one')).toEqual([301, '/blogs/two']);
    });
    expect((await admin.delete('/api/posts/two')).status).toBe(200);
    await expectNoRequests(site, async () => {
      for (const id of ['two', 'one'])
        expect(await go(visitor, `/blogs/${id}`)).toEqual([410, null]);
      const { headers } = await visitor.get('/blogs/none');
      expect(headers.get('cache-control')).toContain('s-maxage');
    });
  });

  test('the id of a feed entry is the first address of its post, through all renames', async () => {
    const path = join(await testFolder(), 'first-paths.jsonl');
    const { site, visitor } = await openSite({
      firstPathLog: () => openDiskLog({ path, source: 'ada/site', onFailure: () => undefined }),
    });
    await site.push(moved('one', 'two', ONE));
    expect(await feedIds(site)).toEqual(['one']);
    await site.push(moved('two', 'three', '---\naliases: [/2019/one, /blogs/two]\n---\n\nOther\n'));
    expect(await feedIds(site)).toEqual(['one']);
    await vi.waitFor(async () => expect(await feedIds(await site.restart())).toEqual(['one']));
    const text = await (await visitor.get('/feed.xml')).text();
    expect(text).toContain('href="http://localhost:3000/blogs/three"');
  });

  test('the name of a draft is neither in a feed nor an address once it is published', async () => {
    const { site, admin } = await openSite();
    await site.push({ 'posts/layoffs.md': news(true), 'posts/merger.md': news(true) });
    expect((await move(admin, 'layoffs', 'news')).status).toBe(200);
    await site.push(moved('merger', 'more', news(true)));
    await admin.patch('/api/posts/news/visibility', { hidden: false });
    await site.push({ 'posts/more.md': news(false) });
    await site.content.renamedPosts.readHistory();
    for (const running of [site, await restart(site)]) {
      expect((await feedIds(running)).sort()).toEqual(['more', 'news', 'one']);
      for (const id of ['layoffs', 'merger']) {
        expect([id, ...(await go(running.visitor, `/blogs/${id}`))]).toEqual([id, 404, null]);
        expect((await running.visitor.get(`/api/posts/${id}`)).status).toBe(404);
      }
    }
  });

  test('a post that was public before it was hidden and renamed keeps its first id', async () => {
    const { site, admin, visitor } = await openSite();
    await site.push({ 'posts/one.md': news(false) });
    await site.push({ 'posts/one.md': news(true) });
    await site.push(moved('one', 'two', news(true)));
    await site.push({ 'posts/two.md': news(false) });
    const two = [301, '/blogs/two'];
    await vi.waitFor(async () => expect(await go(visitor, '/blogs/one')).toEqual(two));
    expect(await feedIds(site)).toEqual(['one']);
    expect(await go((await restart(site)).visitor, '/blogs/one')).toEqual(two);
    await admin.patch('/api/posts/two/visibility', { hidden: true });
    await move(admin, 'two', 'three');
    await admin.patch('/api/posts/three/visibility', { hidden: false });
    expect(await feedIds(site)).toEqual(['one']);
    expect(await go(visitor, '/blogs/two')).toEqual([301, '/blogs/three']);
  });

  test('the id of a feed entry stays when the alias of a renamed file is removed', async () => {
    const { site } = await openSite();
    const text = `${'One, '.repeat(20)}\n`;
    const withAlias = `---\naliases: /blogs/one\n---\n\n${text}`;
    await site.push({ 'posts/one.md': text });
    await site.push(moved('one', 'two', withAlias));
    await site.push(moved('two', 'three', withAlias));
    await site.push({ 'posts/three.md': text });
    expect(await feedIds(site)).toEqual(['one']);
  });

  test('no two feed entries have the same id', async () => {
    const { site } = await openSite();
    await site.push(moved('one', 'two', `${ONE}\nMore\n`));
    await site.push({
      'posts/one.md': 'Another\n',
      'posts/three.md': '---\naliases: /blogs/old\ndate: 2020-01-01\n---\n\nA\n',
      'posts/four.md': '---\naliases: /blogs/old\ndate: 2021-01-01\n---\n\nB\n',
    });
    const ids = await feedIds(site);
    expect(new Set(ids).size).toBe(4);
    expect(ids).toContain('one');
  });
});

test('a feed right after a push has the first address of a renamed post, also while GitHub is slow', async () => {
  const site = await startGitHubTestServer({ web: await testWebApp(), files: FILES });
  const { repository, github, content, visitor } = site;
  const one = `One\n\n${'Text, '.repeat(20)}\n`;
  // Starts the renderer, so that the feed needs nothing else that is slow.
  await visitor.get('/feed.json');
  for (const changes of [
    { 'posts/one.md': `---\nhidden: true\n---\n\n${one}` },
    { 'posts/one.md': null, 'posts/two.md': one },
  ]) {
    repository.push({ changes, message: 'Push\n' });
    github.faults.set(slow(1_000), { on: 'repos/list-commits' });
    await content.reader.refresh();
  }
  const { items } = await read<{ items: { id: string }[] }>(visitor, '/feed.json');
  expect(items.map(({ id }) => id)).toEqual(['http://localhost:3000/blogs/one']);
});

test('a rename that can not be looked up is no deletion, and is found after the next change', async () => {
  let isFailing = false;
  const { content, push, visitor } = await startAsAdmin({
    web: await testWebApp(),
    files: { 'posts/one.md': ONE },
    store: (local) => ({
      ...local,
      removals: (query) =>
        isFailing ? Promise.reject(new StoreUnavailable('Failing')) : local.removals(query),
    }),
  });
  await content.renamedPosts.readHistory();
  for (const [failing, files, status] of [
    [true, moved('one', 'two', `${ONE}\nMore\n`), 404],
    [false, { 'posts/three.md': 'Three\n' }, 301],
  ] as const) {
    isFailing = failing;
    await push(files);
    // Waits until the change is learnt.
    await visitor.get('/feed.json');
    await vi.waitFor(async () => expect((await visitor.get('/blogs/one')).status).toBe(status));
  }
});

test('the log of first addresses is cut to the newest when a process starts', async () => {
  const path = join(await testFolder(), 'first-paths.jsonl');
  const open = () => openDiskLog({ path, source: 'ada/site', onFailure: () => undefined });
  const records = Array.from({ length: 4_001 }, (_, index) => [`posts/${index}.md`, 'posts/a.md']);
  open().replace(records);
  const soon = { timeout: 10_000 };
  await vi.waitFor(async () => expect(await open().read()).toHaveLength(4_001), soon);
  const { content } = await startGitHubTestServer({ files: FILES, firstPathLog: open });
  await content.renamedPosts.readHistory();
  await vi.waitFor(async () => expect(await open().read()).toEqual(records.slice(-2_000)), soon);
});

describe('the checklist', () => {
  const find = async (admin: TestClient, kind: ChecklistItem['kind']) =>
    (await read<ChecklistResponse>(admin, '/api/admin/checklist')).items.find(
      (item) => item.kind === kind,
    );

  test('offers to keep the old addresses of renamed posts, the first one first', async () => {
    const { admin, content, push } = await start({ one: ONE });
    await content.renamedPosts.readHistory();
    await push(moved('one', 'two', ONE));
    await push({
      ...moved('two', 'three', ONE),
      'posts/other.md': '[a](/blogs/one) [b](/blogs/two/#c) [d](/blogs/none)\n',
    });
    expect((await find(admin, 'dead-links'))?.posts).toEqual([
      { id: 'other', title: 'Other', paths: ['/blogs/none'] },
    ]);
    const paths = ['/blogs/two', '/blogs/one'];
    const posts = [{ id: 'three', title: 'Three', paths }];
    expect(await find(admin, 'renamed-posts')).toEqual({ kind: 'renamed-posts', count: 2, posts });
    for (const address of paths) {
      const saved = await admin.post('/api/admin/posts/aliases', { id: 'three', address });
      expect(saved.status).toBe(200);
    }
    expect(await find(admin, 'renamed-posts')).toBeUndefined();
    const snapshot = await content.reader.current();
    const aliases = snapshot.posts.find(({ id }) => id === 'three')?.aliases;
    expect(aliases).toEqual(['/blogs/one', '/blogs/two/']);
  });

  test('lists the paths that were asked for in vain, the most requested first', async () => {
    const { admin, visitor } = await start({ one: post(), hidden: post('hidden: true') });
    const paths = ['/2019/Title.html', '/2019/title?a=1', '/blogs/gone', '/blogs/hidden', '/a/b'];
    const probes = ['/wp-login', '/x.php', '/.env', '/ada@example.com', `/${'x'.repeat(250)}`];
    for (const path of [...paths, ...probes, '/assets/a', '/past/x']) await visitor.get(path);
    expect(await find(admin, 'missed-addresses')).toEqual({
      kind: 'missed-addresses',
      count: 3,
      posts: [],
      addresses: [
        { path: '/2019/title', count: 2 },
        { path: '/a/b', count: 1 },
        { path: '/blogs/gone', count: 1 },
      ],
    });
    for (const [address, asked] of [
      ['/2019/title', '/2019/Title.html'],
      ['/blogs/gone', '/blogs/gone'],
    ] as const) {
      const body = { id: 'one', address };
      expect((await admin.post('/api/admin/posts/aliases', body)).status).toBe(200);
      expect(await go(visitor, asked)).toEqual([301, '/blogs/one']);
    }
    expect(await (await visitor.get('/feed.xml')).text()).toContain('/blogs/one</id>');
    expect((await find(admin, 'missed-addresses'))?.count).toBe(1);
    for (let index = 0; index < 600; index += 1) await visitor.get(`/unknown-${index}`);
    expect((await find(admin, 'missed-addresses'))?.addresses).toHaveLength(20);
  });

  test('only a free path can become an address of a post', async () => {
    const { admin } = await start({ one: post(), two: post('aliases: /other') });
    const taken = 'This address leads to another post already';
    const noPath = 'Another address of a post is a path such as /2019/05/title';
    for (const [message, ...addresses] of [
      [taken, '/blogs/two', '/Other/'],
      [noPath, '2019/title', '/:year/:title', '/a?b=c', '/admin/x', `/${'x'.repeat(200)}`],
    ]) {
      for (const address of addresses) {
        const response = admin.post('/api/admin/posts/aliases', { id: 'one', address });
        expect([address, await issuesOf(response)]).toEqual([address, [`address: ${message}`]]);
      }
    }
  });
});
