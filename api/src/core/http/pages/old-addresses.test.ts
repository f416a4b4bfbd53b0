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
import type { AppOptions, RunningApp } from '../../../../test/run-app.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';
import { openDiskLog } from '../../git-store/disk-cache/log.ts';
import { StoreUnavailable } from '../../git-store/errors.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const post = (...lines: string[]): Uint8Array =>
  Buffer.from(['---', 'title: T', ...lines, '---', '', 'Text', ''].join('\n'));

const start = async (posts: Readonly<Record<string, Uint8Array>>) => {
  const files = new Map(Object.entries(posts).map(([id, text]) => [postPath(id), text]));
  return startTestServer({ files, web: await testWebApp() });
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
  const response = await visitor.get(`${path}?a=1&b=%2F`);
  expect([response.status, response.headers.get('location')]).toEqual([
    301,
    '/blogs/the-post?a=1&b=%2F',
  ]);
  expect(response.headers.get('cache-control')).toContain('max-age=0');
  expect(response.headers.getSetCookie()).toEqual([]);
  expect((await visitor.request('HEAD', path)).status).toBe(301);
  expect((await visitor.get('/blogs/the-post')).status).toBe(200);
});

test.each([
  'permalink: /:year/:month/:title/',
  'permalink: pretty',
  'permalink: "{{ title }}/"',
  'permalink: ""',
  'aliases:',
  'aliases: { a: b }',
  'aliases: ["mailto:ada@example.com", "javascript:a", "https://"]',
])('%s is no address', async (line) => {
  const { visitor } = await start({ one: post(line) });
  expect((await visitor.get('/blogs/one')).status).toBe(200);
  for (const path of ['/pretty', '/:year/:month/:title/', '/a', '/ada@example.com', '/b']) {
    expect((await visitor.get(path)).headers.get('location')).toBe('/');
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
  ...[
    '/photos/x',
    '/uploads/x.png',
    '/past/x',
    '/preview/x',
    '/',
    '/blogs',
    '/tags',
    '/api/content',
  ],
];

describe.each([
  ['hidden', ['hidden: true']],
  ['planned', ['publishDate: 2999-01-01']],
  ['planned soon', [`publishDate: ${new Date(Date.now() + 3_600_000).toISOString()}`]],
  ['expired', ['expiryDate: 2021-01-01']],
  ['unclear', ['hidden: perhaps']],
])('a post that is %s', (_, lines) => {
  const text = (...more: string[]) => post(...lines, ...TAKEN, ...more);
  const everyResponse = async (
    { visitor }: Pick<RunningApp, 'visitor'>,
    headers: Readonly<Record<string, string>>,
  ) => {
    const responses = new Map<string, unknown>();
    for (const path of FORMS) {
      for (const method of ['GET', 'HEAD']) {
        const response = await visitor.request(method, path, { headers, redirect: 'manual' });
        const others = new Map(response.headers);
        for (const name of ['date', 'x-request-id']) others.delete(name);
        // The commit, which the cookie signs, too, is another one for any content.
        if (others.delete('content-revision')) others.delete('set-cookie');
        responses.set(`${method} ${path}`, [response.status, others, await response.text()]);
      }
    }
    return responses;
  };

  test.each([
    ['before', false],
    ['after', true],
  ])('is as none at every address %s the history is read', async (_when, isRead) => {
    const others = { one: post('date: 2022-01-01'), 'page:about': post() };
    const sites = [await start(others), await start({ ...others, x: text(), 'page:x': text() })];
    for (const { content } of sites) if (isRead) await content.renamedPosts.readHistory();
    const conditions = [
      { 'if-none-match': '*' },
      { 'if-none-match': '"a", W/"b"', 'if-modified-since': new Date().toUTCString() },
      { accept: 'application/json', range: 'bytes=0-3' },
    ];
    for (const headers of [{}, ...(isRead ? conditions : [])]) {
      const [expected, actual] = await Promise.all(
        sites.map((site) => everyResponse(site, headers)),
      );
      for (const [request, response] of expected ?? []) {
        expect([request, actual?.get(request)]).toEqual([request, response]);
      }
    }
  });
});

test('an address that leads elsewhere still does when a hidden post has it, too', async () => {
  const site = await startTestServer({
    web: await testWebApp(),
    files: new Map([
      ['posts/gone.md', Buffer.from('Gone\n')],
      ['posts/old.md', Buffer.from('Old\n\nText\n')],
      ['posts/two.md', post('aliases: [/blogs/one]')],
    ]),
  });
  const push = async (files: Readonly<Record<string, Uint8Array | null>>) => {
    const changes = new Map(Object.entries(files));
    const expectedHead = await site.outsider.head();
    await site.outsider.commit({ expectedHead, message: 'Push', operationId: 'none', changes });
    await site.content.reader.refresh();
  };
  await site.content.reader.current();
  await push({
    'posts/gone.md': null,
    'posts/old.md': null,
    'posts/newer.md': Buffer.from('Old\n\nText\n'),
  });
  const draft = post('hidden: true');
  await push({ 'posts/gone.md': draft, 'posts/old.md': draft, 'posts/one.md': draft });
  for (const running of [site, await site.restart()]) {
    await running.content.renamedPosts.readHistory();
    const statuses = ['gone', 'old', 'one'].map(async (id) => {
      const { status, headers } = await running.visitor.get(`/blogs/${id}`);
      return [status, headers.get('location')];
    });
    expect(await Promise.all(statuses)).toEqual([
      [410, null],
      [301, '/blogs/newer'],
      [301, '/blogs/two'],
    ]);
  }
});

test('the newer of two posts has the address that both claim, which is a problem', async () => {
  const { visitor, signIn } = await start({
    older: post('date: 2020-01-01', 'aliases: [/a, /b, /blogs/newer]'),
    newer: post('date: 2021-01-01', 'redirect_from: /A/'),
  });
  expect((await visitor.get('/a')).headers.get('location')).toBe('/blogs/newer');
  expect((await visitor.get('/b')).headers.get('location')).toBe('/blogs/older');
  const admin = await signIn();
  const { problems } = (await (await admin.get('/api/content')).json()) as ContentResponse;
  expect(problems).toEqual([
    { path: 'posts/older.md', message: '/a leads to posts/newer.md' },
    { path: 'posts/older.md', message: '/blogs/newer leads to posts/newer.md' },
  ]);
});

/** A running app, with its repository as a developer sees it. */
interface Site extends RunningApp {
  /** Pushes commits, of which the app sees the last one only. */
  push(...commits: Readonly<Record<string, string | null>>[]): Promise<unknown>;
  restart(): Promise<RunningApp>;
  /** The number of requests to GitHub since the last call. */
  requests(): number;
}

const startGitHubTestServer = githubTestServers(setupServer());

const FILES: Readonly<Record<string, string>> = {
  'profile.json': '{ "name": "Ada" }',
  'posts/one.md': 'One\n\nText\n',
  'posts/draft.md': '---\nhidden: true\n---\n\nDraft\n',
};

const bytesOf = (files: Readonly<Record<string, string | null>>) =>
  Object.entries(files).map(
    ([path, text]) => [path, text === null ? null : Buffer.from(text)] as const,
  );

const startSite: Record<'local' | 'GitHub', (options?: AppOptions) => Promise<Site>> = {
  local: async (options) => {
    const web = await testWebApp();
    const files = new Map(bytesOf(FILES).map(([path, bytes]) => [path, bytes ?? Buffer.alloc(0)]));
    const server = await startTestServer({ web, files, ...options });
    const { outsider, content } = server;
    await content.renamedPosts.readHistory();
    return {
      ...server,
      push: async (...commits) => {
        for (const changes of commits) {
          const expectedHead = await outsider.head();
          const commit = { expectedHead, message: 'Push\n', operationId: 'none' };
          await outsider.commit({ ...commit, changes: new Map(bytesOf(changes)) });
        }
        await content.reader.refresh();
      },
      requests: () => 0,
    };
  },
  GitHub: async (options) => {
    const web = await testWebApp();
    const files = new Map(bytesOf(FILES).map(([path, bytes]) => [path, bytes ?? Buffer.alloc(0)]));
    const server = await startGitHubTestServer({ web, files, ...options });
    const { repository, github, content } = server;
    await content.renamedPosts.readHistory();
    let mark = github.requests.mark();
    return {
      ...server,
      push: (...commits) => {
        for (const changes of commits) {
          repository.push({ changes: Object.fromEntries(bytesOf(changes)), message: 'Push\n' });
        }
        return content.reader.refresh();
      },
      requests: () => {
        const count = mark.count();
        mark = github.requests.mark();
        return count;
      },
    };
  },
};

describe.each(['local', 'GitHub'] as const)('%s', (store) => {
  const go = async ({ visitor }: Site, path: string): Promise<[number, string | null]> => {
    const { status, headers } = await visitor.get(path);
    return [status, headers.get('location')];
  };

  test('a renamed file redirects without a look-up, through any number of renames', async () => {
    const site = await startSite[store]();
    await site.push({ 'posts/one.md': null, 'posts/two.md': FILES['posts/one.md'] ?? '' });
    await site.push({ 'posts/two.md': null, 'posts/three.md': FILES['posts/one.md'] ?? '' });
    site.requests();
    expect(await go(site, '/blogs/one?a=1')).toEqual([301, '/blogs/three?a=1']);
    expect(await go(site, '/blogs/two/')).toEqual([301, '/blogs/three']);
    expect(await go(site, '/api/posts/one?posts=summary')).toEqual([
      302,
      '/api/posts/three?posts=summary',
    ]);
    expect(site.requests()).toBe(0);
  });

  test('a file that was renamed and edited before the start is found in the history', async () => {
    const before = await startSite[store]();
    await before.push({ 'posts/one.md': null, 'posts/two.md': 'One\n\nText\n\nMore\n' });
    await before.push({ 'posts/two.md': null, 'posts/three.md': 'One\n\nText\n\nMore\n\nA\n' });
    const site = { ...before, ...(await before.restart()) };
    await site.content.renamedPosts.readHistory();
    site.requests();
    const both = await Promise.all([go(site, '/blogs/one'), go(site, '/blogs/one')]);
    expect(both).toEqual([
      [301, '/blogs/three'],
      [301, '/blogs/three'],
    ]);
    expect(site.requests()).toBe(0);
  });

  test('a file that is renamed and edited while the process runs redirects', async () => {
    const site = await startSite[store]();
    await site.push({ 'posts/one.md': null, 'posts/two.md': 'One\n\nText\n\nMore\n' });
    expect(await feedIds(site)).toEqual(['one']);
    expect(await go(site, '/blogs/one')).toEqual([301, '/blogs/two']);
  });

  test('of several commits that are pushed at once, each is asked what it renamed', async () => {
    const site = await startSite[store]();
    const moved = { 'posts/one.md': null, 'posts/two.md': 'One\n\nText\n' };
    await site.push(moved, { 'posts/two.md': '# Another text\n' });
    expect(await feedIds(site)).toEqual(['one']);
    expect(await go(site, '/blogs/one')).toEqual([301, '/blogs/two']);
    const back = { 'posts/three.md': '# Another text\n' };
    await site.push({ 'posts/two.md': null, ...back }, { 'posts/three.md': null });
    await site.push(back);
    for (const id of ['one', 'two'])
      await vi.waitFor(async () => {
        expect(await go(site, `/blogs/${id}`)).toEqual([301, '/blogs/three']);
      });
  });

  test('a post that one commit deleted is not a similar one that the next one added', async () => {
    const site = await startSite[store]();
    await site.push({ 'posts/one.md': null }, { 'posts/other.md': 'One\n\nText\n\nMore\n' });
    expect(await feedIds(site)).toEqual(['other']);
    expect(await go(site, '/blogs/one')).toEqual([410, null]);
  });

  test('a deleted post is 410, and 404 if it was never public', async () => {
    const site = await startSite[store]();
    await site.push({ 'posts/one.md': null, 'posts/draft.md': null });
    expect(await go(site, '/blogs/one')).toEqual([410, null]);
    expect(await go(site, '/blogs/draft')).toEqual([404, null]);
    expect(await go(site, '/blogs/none')).toEqual([404, null]);
    expect((await site.visitor.get('/api/posts/one')).status).toBe(404);
    await site.push({ 'posts/one.md': 'One\n\nText\n' });
    expect(await go(site, '/blogs/one')).toEqual([200, null]);
  });

  test('a post that is hidden now is 404 at its old address', async () => {
    const site = await startSite[store]();
    await site.push({ 'posts/draft.md': null, 'posts/two.md': FILES['posts/draft.md'] ?? '' });
    expect(await go(site, '/blogs/draft')).toEqual([404, null]);
  });

  test('the form of a post that was renamed and edited goes on with it, even if it is hidden', async () => {
    const site = await startSite[store]();
    const admin = await site.signIn();
    const read = async (id: string) => {
      const response = await admin.get(`/api/posts/${id}?posts=markdown`);
      const body: unknown = response.status === 200 ? await response.json() : undefined;
      return [response.status, body];
    };
    const hidden = `${FILES['posts/draft.md'] ?? ''}\nMore\n`;
    await site.push({
      'posts/one.md': null,
      'posts/two.md': 'One\n\nText\n\nMore\n',
      'posts/draft.md': null,
      'posts/plan.md': hidden,
    });
    expect(await read('one')).toEqual([200, expect.objectContaining({ id: 'two' })]);
    expect(await read('draft')).toEqual([200, expect.objectContaining({ id: 'plan' })]);
    expect(await go(site, '/blogs/draft')).toEqual([404, null]);
    await site.push({ 'posts/two.md': null });
    expect(await read('two')).toEqual([404, undefined]);
  });

  test('before the history is read, a look-up of an old address is a 404 that no cache keeps', async () => {
    const before = await startSite[store]();
    await before.push({ 'posts/one.md': null });
    const site = { ...before, ...(await before.restart()) };
    await site.content.reader.current();
    site.requests();
    for (const id of ['one', 'draft', 'none']) {
      const { status, headers } = await site.visitor.get(`/blogs/${id}`);
      expect([id, status, headers.get('cache-control')]).toEqual([id, 404, 'no-cache']);
    }
    expect(site.requests()).toBe(0);
    await site.content.renamedPosts.readHistory();
    expect(await go(site, '/blogs/one')).toEqual([410, null]);
  });

  test('unknown addresses cost no requests, and switch nothing off', async () => {
    const before = await startSite[store]();
    await before.push({ 'posts/one.md': null, 'posts/two.md': 'One\n\nText\n' });
    const site = { ...before, ...(await before.restart()) };
    await site.content.renamedPosts.readHistory();
    site.requests();
    for (let index = 0; index < 100; index += 1) {
      await site.visitor.get(`/blogs/wp-login-${index}`);
    }
    expect(site.requests()).toBe(0);
    expect(await go(site, '/blogs/one')).toEqual([301, '/blogs/two']);
    const admin = await site.signIn();
    expect((await admin.delete('/api/posts/two')).status).toBe(200);
    site.requests();
    expect(await go(site, '/blogs/two')).toEqual([410, null]);
    expect(await go(site, '/blogs/one')).toEqual([410, null]);
    const { headers } = await site.visitor.get('/blogs/none');
    expect(headers.get('cache-control')).toContain('s-maxage');
    expect(site.requests()).toBe(0);
  });

  const feedIds = async ({ visitor }: Site): Promise<string[]> => {
    const atom = await (await visitor.get('/feed.xml')).text();
    const { items } = (await (await visitor.get('/feed.json')).json()) as {
      items: { id: string }[];
    };
    const ids = [...atom.matchAll(/<entry>.*?<id>(.*?)<\/id>/gs)].map(([, id = '']) => id);
    expect(items.map(({ id }) => id)).toEqual(ids);
    return ids.map((id) => id.replace(/^.*\/blogs\//, ''));
  };

  test('the id of a feed entry is the first address of its post, through all renames', async () => {
    const path = join(await testFolder(), 'first-paths.jsonl');
    const site = await startSite[store]({
      firstPathLog: () => openDiskLog({ path, subject: 'ada/site', onFailure: () => undefined }),
    });
    expect(await feedIds(site)).toEqual(['one']);
    await site.push({ 'posts/one.md': null, 'posts/two.md': 'One\n\nText\n' });
    expect(await feedIds(site)).toEqual(['one']);
    await site.push({
      'posts/two.md': null,
      'posts/three.md': '---\naliases: [/2019/one, /blogs/two]\n---\n\nOther\n',
    });
    expect(await feedIds(site)).toEqual(['one']);
    const restarted = () => site.restart().then(({ visitor }) => feedIds({ ...site, visitor }));
    await vi.waitFor(async () => expect(await restarted()).toEqual(['one']));
    const { visitor } = site;
    const text = await (await visitor.get('/feed.xml')).text();
    expect(text).toContain('href="http://localhost:3000/blogs/three"');
  });

  test('the name of a draft is neither in a feed nor an address once it is published', async () => {
    const site = await startSite[store]();
    const draft = (hidden: boolean) =>
      `---\ntitle: News\nhidden: ${String(hidden)}\n---\n\nAll the news\n`;
    await site.push({ 'posts/layoffs.md': draft(true), 'posts/merger.md': draft(true) });
    const admin = await site.signIn();
    const moved = await admin.post('/api/admin/posts/layoffs/address', { id: 'news' });
    expect(moved.status).toBe(200);
    await site.push({ 'posts/merger.md': null, 'posts/more.md': draft(true) });
    await admin.patch('/api/posts/news/visibility', { hidden: false });
    await site.push({ 'posts/more.md': draft(false) });
    for (const running of [site, { ...site, ...(await site.restart()) }]) {
      await running.content.renamedPosts.readHistory();
      expect((await feedIds(running)).sort()).toEqual(['more', 'news', 'one']);
      for (const id of ['layoffs', 'merger']) {
        expect([id, ...(await go(running, `/blogs/${id}`))]).toEqual([id, 404, null]);
        expect((await running.visitor.get(`/api/posts/${id}`)).status).toBe(404);
      }
    }
  });

  test('a post that was public before it was hidden and renamed keeps its first id', async () => {
    const site = await startSite[store]();
    const text = (hidden: boolean) =>
      `---\ntitle: News\nhidden: ${String(hidden)}\n---\n\nAll the news\n`;
    await site.push({ 'posts/one.md': text(false) });
    await site.push({ 'posts/one.md': text(true) });
    await site.push({ 'posts/one.md': null, 'posts/two.md': text(true) });
    await site.push({ 'posts/two.md': text(false) });
    await vi.waitFor(async () => expect(await go(site, '/blogs/one')).toEqual([301, '/blogs/two']));
    expect(await feedIds(site)).toEqual(['one']);
    const restarted = { ...site, ...(await site.restart()) };
    await restarted.content.renamedPosts.readHistory();
    expect(await go(restarted, '/blogs/one')).toEqual([301, '/blogs/two']);
    const admin = await site.signIn();
    await admin.patch('/api/posts/two/visibility', { hidden: true });
    await admin.post('/api/admin/posts/two/address', { id: 'three' });
    await admin.patch('/api/posts/three/visibility', { hidden: false });
    expect(await feedIds(site)).toEqual(['one']);
    expect(await go(site, '/blogs/two')).toEqual([301, '/blogs/three']);
  });

  test('the id of a feed entry stays when the alias of a renamed file is removed', async () => {
    const site = await startSite[store]();
    const text = `${'One, '.repeat(20)}\n`;
    const withAlias = `---\naliases: /blogs/one\n---\n\n${text}`;
    await site.push({ 'posts/one.md': text });
    await site.push({ 'posts/one.md': null, 'posts/two.md': withAlias });
    await site.push({ 'posts/two.md': null, 'posts/three.md': withAlias });
    await site.push({ 'posts/three.md': text });
    expect(await feedIds(site)).toEqual(['one']);
  });

  test('no two feed entries have the same id', async () => {
    const site = await startSite[store]();
    await site.push({ 'posts/one.md': null, 'posts/two.md': 'One\n\nText\n' });
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
  const files = new Map(bytesOf(FILES).map(([path, bytes]) => [path, bytes ?? Buffer.alloc(0)]));
  const site = await startGitHubTestServer({ web: await testWebApp(), files });
  const { repository, github, content } = site;
  const one = `One\n\n${'Text, '.repeat(20)}\n`;
  const hidden = `---\nhidden: true\n---\n\n${one}`;
  // Starts the renderer, so that the feed needs nothing else that is slow.
  await site.visitor.get('/feed.json');
  for (const changes of [
    { 'posts/one.md': hidden },
    { 'posts/one.md': null, 'posts/two.md': one },
  ]) {
    repository.push({ changes, message: 'Push\n' });
    github.faults.set(slow(1_000), { on: 'repos/list-commits' });
    await content.reader.refresh();
  }
  const response = await site.visitor.get('/feed.json');
  const { items } = (await response.json()) as { items: { id: string }[] };
  expect(items.map(({ id }) => id)).toEqual(['http://localhost:3000/blogs/one']);
});

test('a rename that can not be looked up is no deletion, and is found after the next change', async () => {
  let isFailing = false;
  const { content, outsider, visitor } = await startTestServer({
    web: await testWebApp(),
    files: new Map([['posts/one.md', Buffer.from('One\n\nText\n')]]),
    store: (local) => ({
      ...local,
      removals: (query) =>
        isFailing ? Promise.reject(new StoreUnavailable('Failing')) : local.removals(query),
    }),
  });
  await content.renamedPosts.readHistory();
  const push = async (files: Readonly<Record<string, string | null>>) => {
    const commit = { expectedHead: await outsider.head(), message: 'Push\n', operationId: 'none' };
    await outsider.commit({ ...commit, changes: new Map(bytesOf(files)) });
    await content.reader.refresh();
    // Waits until the change is learnt.
    await visitor.get('/feed.json');
  };
  isFailing = true;
  await push({ 'posts/one.md': null, 'posts/two.md': 'One\n\nText\n\nMore\n' });
  expect((await visitor.get('/blogs/one')).status).toBe(404);
  isFailing = false;
  await push({ 'posts/three.md': 'Three\n' });
  await vi.waitFor(async () => expect((await visitor.get('/blogs/one')).status).toBe(301));
});

test('the log of first addresses is cut to the newest when a process starts', async () => {
  const path = join(await testFolder(), 'first-paths.jsonl');
  const open = () => openDiskLog({ path, subject: 'ada/site', onFailure: () => undefined });
  const records = Array.from({ length: 4_001 }, (_, index) => [`posts/${index}.md`, 'posts/a.md']);
  const log = open();
  log.replace(records);
  const soon = { timeout: 10_000 };
  await vi.waitFor(async () => expect(await open().read()).toHaveLength(4_001), soon);
  await startSite.GitHub({ firstPathLog: open });
  await vi.waitFor(async () => expect(await open().read()).toEqual(records.slice(-2_000)), soon);
});

describe('the checklist', () => {
  const itemsOf = async (admin: TestClient) =>
    ((await (await admin.get('/api/admin/checklist')).json()) as ChecklistResponse).items;
  const find = (items: readonly ChecklistItem[], kind: ChecklistItem['kind']) =>
    items.find((item) => item.kind === kind);

  test('offers to keep the old addresses of renamed posts, the first one first', async () => {
    const site = await startSite.local();
    await site.push({ 'posts/one.md': null, 'posts/two.md': 'One\n\nText\n' });
    await site.push({
      'posts/two.md': null,
      'posts/three.md': 'One\n\nText\n',
      'posts/other.md': '[a](/blogs/one) [b](/blogs/two/#c) [d](/blogs/none)\n',
    });
    const admin = await site.signIn();
    expect(find(await itemsOf(admin), 'dead-links')?.posts).toEqual([
      { id: 'other', title: 'Other', paths: ['/blogs/none'] },
    ]);
    expect(find(await itemsOf(admin), 'renamed-posts')).toEqual({
      kind: 'renamed-posts',
      count: 2,
      posts: [{ id: 'three', title: 'Three', paths: ['/blogs/two', '/blogs/one'] }],
    });
    for (const address of ['/blogs/two', '/blogs/one']) {
      const saved = await admin.post('/api/admin/posts/aliases', { id: 'three', address });
      expect(saved.status).toBe(200);
    }
    expect(find(await itemsOf(admin), 'renamed-posts')).toBeUndefined();
    const snapshot = await site.content.reader.current();
    expect(snapshot.posts.find(({ id }) => id === 'three')?.aliases).toEqual([
      '/blogs/one',
      '/blogs/two/',
    ]);
  });

  test('lists the paths that were asked for in vain, the most requested first', async () => {
    const { visitor, signIn } = await start({ one: post(), hidden: post('hidden: true') });
    const paths = ['/2019/Title.html', '/2019/title?a=1', '/blogs/gone', '/blogs/hidden', '/a/b'];
    const probes = ['/wp-login', '/x.php', '/.env', '/ada@example.com', `/${'x'.repeat(250)}`];
    for (const path of [...paths, ...probes, '/assets/a', '/past/x']) {
      await visitor.get(path);
    }
    const admin = await signIn();
    expect(find(await itemsOf(admin), 'missed-addresses')).toEqual({
      kind: 'missed-addresses',
      count: 3,
      posts: [],
      addresses: [
        { path: '/2019/title', count: 2 },
        { path: '/a/b', count: 1 },
        { path: '/blogs/gone', count: 1 },
      ],
    });
    const body = { id: 'one', address: '/2019/title' };
    expect((await admin.post('/api/admin/posts/aliases', body)).status).toBe(200);
    expect((await visitor.get('/2019/Title.html')).headers.get('location')).toBe('/blogs/one');
    expect(find(await itemsOf(admin), 'missed-addresses')?.count).toBe(2);
    for (let index = 0; index < 600; index += 1) await visitor.get(`/unknown-${index}`);
    expect(find(await itemsOf(admin), 'missed-addresses')?.addresses).toHaveLength(20);
  });

  test.each([
    ['/blogs/two', 'This address leads to another post already'],
    ['/Other/', 'This address leads to another post already'],
    ['2019/title', 'Another address of a post is a path such as /2019/05/title'],
    ['/:year/:title', 'Another address of a post is a path such as /2019/05/title'],
    ['/a?b=c', 'Another address of a post is a path such as /2019/05/title'],
    ['/admin/x', 'Another address of a post is a path such as /2019/05/title'],
    [`/${'x'.repeat(200)}`, 'Another address of a post is a path such as /2019/05/title'],
  ])('%s can not become an address of a post', async (address, message) => {
    const { signIn } = await start({ one: post(), two: post('aliases: /other') });
    const admin = await signIn();
    const response = await admin.post('/api/admin/posts/aliases', { id: 'one', address });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ issues: [{ path: 'address', message }] });
  });

  test('an address that was asked for in vain does not change the id of the feed entry', async () => {
    const { visitor, signIn } = await start({ one: post() });
    const body = { id: 'one', address: '/blogs/other' };
    expect((await (await signIn()).post('/api/admin/posts/aliases', body)).status).toBe(200);
    expect((await visitor.get('/blogs/other')).headers.get('location')).toBe('/blogs/one');
    expect(await (await visitor.get('/feed.xml')).text()).toContain('/blogs/one</id>');
  });
});
