import type { ContentResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const post = (...lines: string[]): Uint8Array =>
  Buffer.from(['---', 'title: T', ...lines, '---', '', 'Text', ''].join('\n'));

const start = async (posts: Readonly<Record<string, Uint8Array>>) => {
  const files = new Map(Object.entries(posts).map(([id, it]) => [`posts/${id}.md`, it]));
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

test('the revisions of a post are redirected, too', async () => {
  const { visitor } = await start({ one: post('aliases: /blogs/old') });
  const { headers } = await visitor.get('/blogs/old/revisions');
  expect(headers.get('location')).toBe('/blogs/one/revisions');
});

test('an address of the site itself stays its own', async () => {
  const own = ['/', '/blogs', '/blogs/1', '/blogs/two', '/blogs/hidden', '/login', '/admin/blogs'];
  const files = ['/feed.xml', '/about.svg', '/assets/app-abc123.js', '/assets/none.js', '/livez'];
  const calls = ['/api/content', '/api/none', '/past/x', '/preview/x'];
  const { visitor } = await start({
    one: post(`aliases: ${JSON.stringify([...own, ...files, ...calls])}`, 'date: 2030-01-01'),
    two: post('date: 2020-01-01'),
    hidden: post('hidden: true'),
  });
  for (const path of [...own, ...files, ...calls]) {
    expect([path, (await visitor.get(path)).status]).not.toEqual([path, 301]);
  }
  expect((await visitor.get('/blogs/hidden')).status).toBe(404);
});

test('posts whose ids differ in case only have their own pages', async () => {
  const { visitor } = await start({ Case: post(), case: post() });
  for (const id of ['Case', 'case']) expect((await visitor.get(`/blogs/${id}`)).status).toBe(200);
});

test('the other addresses of a hidden post are 404', async () => {
  const { visitor } = await start({ one: post('hidden: true', 'aliases: [/old, /blogs/old]') });
  for (const path of ['/old', '/blogs/old']) {
    const response = await visitor.get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('one');
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
