import { SAVED_COMMIT_HEADER, type ErrorResponseBody, type PostSource } from 'content-schema';
import { expect, test } from 'vitest';
import { bothStores } from '../../../../test/both-stores.ts';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { readToEdit } from '../../../../test/read-to-edit.ts';
import { startTestServer, type TestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const POST = '---\ntitle: Tides\ntags: [sea]\nupdatedAt: 2020-01-01T00:00:00.000Z\n---\n\nText\n';
const ORIGIN = 'https://ada.example';

const start = async (files: Readonly<Record<string, string>>) => {
  const server = await startTestServer({
    publicUrl: ORIGIN,
    web: await testWebApp(),
    files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
  });
  return { ...server, admin: await server.signIn() };
};

const move = (admin: TestClient, from: string, to: unknown, headers = {}): Promise<Response> =>
  admin.post(`/api/admin/posts/${encodeURIComponent(from)}/address`, { id: to }, headers);

const show = ({ repository }: Pick<TestServer, 'repository'>, path: string): string =>
  git(repository, 'show', `main:${path}`);

const push = async (
  { outsider }: TestServer,
  files: Readonly<Record<string, string | null>>,
): Promise<void> => {
  const changes = new Map(
    Object.entries(files).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
  );
  const expectedHead = await outsider.head();
  await outsider.commit({ expectedHead, message: 'A push\n', operationId: 'none', changes });
};

const issuesOf = async (response: Response) => {
  const { issues } = (await response.json()) as ErrorResponseBody;
  return [response.status, ...(issues ?? []).map(({ path, message }) => `${path}: ${message}`)];
};

const read = async (admin: TestClient, id: string) =>
  (await (await admin.get(`/api/posts/${id}?posts=markdown`)).json()) as PostSource;

test('a save keeps the aliases of a post', async () => {
  const own = '---\ntitle: Tides\naliases:\n  - /2019/05/tides.html # from Jekyll\n---\n\nText\n';
  const server = await start({ 'posts/tides.md': own });
  const { admin } = server;
  const post = { title: 'Tides', content: 'Text', tags: ['sea'] };
  expect((await admin.put('/api/posts/tides', post)).status).toBe(200);
  await admin.put('/api/posts', [{ ...(await read(admin, 'tides')), title: 'Ebb' }]);
  expect(show(server, 'posts/tides.md')).toContain(
    'title: Ebb\naliases:\n  - /2019/05/tides.html # from Jekyll\ntags:',
  );
});

test('a move is one commit, after which the old address redirects, and undo takes it back', async () => {
  const profile = '{\n  "name": "Ada",\n  "summary": "See [it](/blogs/tides)" // mine\n}\n';
  const other = 'Other\r\n\r\nSee [tides](/blogs/tides) here.\r\n';
  const server = await start({
    'posts/tides.md': POST.replace('Text', 'Text, [itself](/blogs/tides#top), [top](#top)'),
    'posts/other.md': other,
    'profile.json': profile,
  });
  const { admin, visitor, repository } = server;
  const before = git(repository, 'rev-parse', 'main^{tree}');
  const response = await move(admin, 'tides', 'ebb-and-flow');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id: 'ebb-and-flow', title: 'Tides' });
  expect(subjectOf(repository)).toBe('Move post "Tides" to /blogs/ebb-and-flow');
  expect(changesOf(repository)).toEqual([
    'A posts/ebb-and-flow.md',
    'M posts/other.md',
    'D posts/tides.md',
    'M profile.json',
  ]);
  expect(show(server, 'posts/ebb-and-flow.md')).toBe(
    POST.replace('---\n\nText', 'aliases:\n  - /blogs/tides\n---\n\nText').replace(
      'Text\n',
      'Text, [itself](/blogs/ebb-and-flow#top), [top](#top)\n',
    ),
  );
  expect(show(server, 'posts/other.md')).toBe(other.replace('/tides', '/ebb-and-flow'));
  expect(show(server, 'profile.json')).toBe(profile.replace('/tides', '/ebb-and-flow'));

  const old = await visitor.get('/blogs/tides?a=1');
  expect([old.status, old.headers.get('location')]).toEqual([301, '/blogs/ebb-and-flow?a=1']);
  expect(await read(admin, 'tides')).toMatchObject({ id: 'ebb-and-flow' });
  expect((await move(admin, 'tides', 'other')).status).toBe(404);

  const commit = response.headers.get(SAVED_COMMIT_HEADER) ?? '';
  await admin.put('/api/posts/other', { title: 'Other', content: 'No link, and more' });
  const undone = await admin.post(`/api/history/${commit}/undo`, { decisions: [] });
  expect(await issuesOf(undone)).toEqual([409]);
  await admin.post(`/api/history/${commitsOf(repository)[0] ?? ''}/undo`, { decisions: [] });
  expect((await admin.post(`/api/history/${commit}/undo`, { decisions: [] })).status).toBe(200);
  expect(git(repository, 'rev-parse', 'main^{tree}')).toBe(before);
});

test('links are rewritten in all their forms, each by its own bytes, and never in code', async () => {
  const text = (id: string, stays: string) => `---
title: Other
description: See [it](/blogs/${stays})
---

[a](/blogs/${id} "A title"), [b](</blogs/${id}/>), ![c](/blogs/${id}?x=/#y), [d][ref], [e](./${id}),
[f](../blogs/${id}), [g](${ORIGIN}/blogs/${id}#h), <http://ada.example/blogs/${id}>,
<a class="x" href='/blogs/${id}'>i</a>, [j](//ada.example/blogs/${id})
[k](/blogs/${stays}-2), [l](/${stays}), [m](https://other.example/blogs/${stays}), [n](/blogs/a/${stays}), /blogs/${stays}

[ref]: /blogs/${id}   'Title'
> [quoted]: <${ORIGIN}/blogs/${id}>

\`[o](/blogs/${stays})\`

    [p](/blogs/${stays})

- Item

      [q](/blogs/${id})

\`\`\`
[r](/blogs/${stays})
\`\`\`
`;
  const server = await start({ 'posts/tides.md': POST, 'posts/other.md': text('tides', 'tides') });
  expect((await move(server.admin, 'tides', 'ebb')).status).toBe(200);
  expect(show(server, 'posts/other.md')).toBe(text('ebb', 'tides'));
});

test('renames go on and back without a loop, and take over the key of aliases', async () => {
  const own = '---\nredirect_from: /2019/tides.html\n---\n\n# Tides\n';
  const server = await start({ 'posts/2020-05-06-Ebb & Flow.md': own });
  const { admin, visitor } = server;
  const ids = ['2020-05-06-Ebb & Flow', 'b', 'c', 'b', 'c'];
  for (const [index, id] of ids.slice(1).entries()) {
    expect((await move(admin, ids[index] ?? '', id)).status, id).toBe(200);
  }
  expect(show(server, 'posts/c.md')).toBe(
    '---\nredirect_from: [/2019/tides.html, /blogs/2020-05-06-Ebb%20%26%20Flow, /blogs/b]\n' +
      'createdAt: 2020-05-06T00:00:00.000Z\n---\n\n# Tides\n',
  );
  for (const path of ['/2019/tides.html', '/blogs/2020-05-06-Ebb%20%26%20Flow', '/blogs/b']) {
    const response = await visitor.get(path);
    expect([response.status, response.headers.get('location')], path).toEqual([301, '/blogs/c']);
  }
  expect((await visitor.get('/blogs/c')).status).toBe(200);
});

test('an id is refused with all reasons', async () => {
  const server = await start({
    'posts/tides.md': POST,
    'posts/Other.md': '---\ntitle: Other\naliases: [/blogs/older]\n---\n',
    'posts/broken.md': '---\ntitle: "x\n---\n',
    'posts/new.md': 'New\n',
  });
  const { admin, repository } = server;
  const reasons: readonly (readonly [unknown, ...string[]])[] = [
    ['', 'Post ids may use letters, digits, dots, dashes and underscores only'],
    ['a b', 'Post ids may use letters, digits, dots, dashes and underscores only'],
    ['x'.repeat(101), 'Post ids must be 100 characters or fewer'],
    ['tags', 'This id is an address of the site'],
    ['con', 'This id is a reserved name on Windows'],
    ['other', 'Another post has this id already'],
    ['broken', 'Another post has this id already'],
    [
      '~new',
      ...['Post ids may use letters, digits, dots, dashes and underscores only'],
      'Another post has this id already',
    ],
    ['Older', 'This address leads to another post already'],
    ['TIDES', 'The new address must differ by more than letter case'],
  ];
  for (const [id, ...messages] of reasons) {
    const issues = messages.map((message) => `id: ${message}`);
    expect(await issuesOf(await move(admin, 'tides', id)), String(id)).toEqual([400, ...issues]);
  }
  expect((await move(admin, 'tides', 3)).status).toBe(400);
  expect((await move(admin, 'none', 'some')).status).toBe(404);
  expect((await move(admin, 'tides', 'tides')).status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);

  const post = { title: 'Older', content: 'Text' };
  expect(await issuesOf(await admin.put('/api/posts/older', post))).toEqual([
    400,
    'id: This address leads to another post already',
  ]);
});

test('a move carries what was saved meanwhile, and a post deleted meanwhile is 404', async () => {
  const server = await start({ 'posts/tides.md': POST, 'posts/gone.md': POST });
  const { admin } = server;
  const base = (await admin.get('/api/content?posts=headings')).headers.get('content-revision');
  await push(server, { 'posts/tides.md': POST.replace('Text', 'More'), 'posts/gone.md': null });
  const headers = { 'content-revision': base ?? '' };
  expect((await move(admin, 'tides', 'ebb', headers)).status).toBe(200);
  expect(show(server, 'posts/ebb.md')).toContain('\n\nMore\n');
  const gone = await move(admin, 'gone', 'lost', headers);
  expect([gone.status, await gone.json()]).toMatchObject([404, { message: 'Blog post not found' }]);
});

test('a preview link leads on to a post that was moved', async () => {
  const { admin, visitor } = await start({
    'posts/tides.md': POST.replace('---', '---\nhidden: true'),
  });
  const preview = { of: 'post', name: 'tides', hours: 1 };
  const { url } = (await (await admin.post('/api/admin/previews', preview)).json()) as {
    url: string;
  };
  await move(admin, 'tides', 'ebb');
  const path = new URL(url).pathname;
  const page = await visitor.get(`${path.replace(/\/blogs.*|\/$/, '')}/blogs/ebb`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Tides');
});

test.each(bothStores())(
  'what others push meanwhile is renamed, too, on $store',
  async ({ start }) => {
    const site = await start({ 'posts/tides.md': POST });
    const admin = await site.signIn();
    const other = '---\ntitle: Other\ntags: [sea]\n---\n\nSee [it](/blogs/tides)\n';
    site.disturb('race', () => site.push({ 'posts/other.md': other }).then(() => undefined));
    expect((await move(admin, 'tides', 'ebb')).status).toBe(200);
    expect((await site.texts())['posts/other.md']).toContain('See [it](/blogs/ebb)');
    site.disturb('race', () => site.push({ 'posts/more.md': other }).then(() => undefined));
    const names = { from: 'sea', to: 'Ocean' };
    expect((await admin.post('/api/admin/tags/rename', names)).status).toBe(200);
    expect((await site.texts())['posts/more.md']).toContain('Ocean');
  },
);

test('a new post has the words of its title as address, with a suffix only if that is taken', async () => {
  const server = await start({
    'posts/older.md': '---\naliases: /blogs/aliased\n---\n',
  });
  const { admin, repository } = server;
  const { posts } = await readToEdit(admin);
  const titles = ['Über uns', 'About', 'About', 'Older', 'Aliased', 'New', '7', '日本'];
  const created = titles.map((title) => ({ title, content: 'Text', tags: [], hidden: false }));
  expect((await admin.put('/api/posts', [...posts, ...created])).status).toBe(200);
  expect(changesOf(repository).sort()).toEqual([
    expect.stringMatching(/^A posts\/7-\w{4}\.md$/),
    expect.stringMatching(/^A posts\/about-\w{4}\.md$/),
    'A posts/about.md',
    expect.stringMatching(/^A posts\/aliased-\w{4}\.md$/),
    expect.stringMatching(/^A posts\/new-\w{4}\.md$/),
    expect.stringMatching(/^A posts\/older-\w{4}\.md$/),
    expect.stringMatching(/^A posts\/post-\w{4}\.md$/),
    'A posts/uber-uns.md',
  ]);
});
