import { expect, test, vi } from 'vitest';
import { pushFile } from '../../../test/open-test-content.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import { createMetrics } from '../metrics.ts';
import type { TestClient } from '../../../test/test-client.ts';

const TOKEN = 'a-token-for-metrics';

const postNumber = (n: number, text = ''): [string, Buffer] => {
  const date = new Date(Date.UTC(2024, 0, n)).toISOString();
  return [
    `posts/p${n}.md`,
    Buffer.from(`---\ntitle: Post ${n}\ncreatedAt: ${date}\n---\n*Text* ${n}${text}\n`),
  ];
};

const start = async (posts: number) => {
  const server = await startTestServer({
    web: await testWebApp(),
    metrics: createMetrics(TOKEN),
    files: new Map(Array.from({ length: posts }, (_, index) => postNumber(index + 1))),
  });
  // Renders the texts that every page shows.
  expect((await server.visitor.get('/blogs/p1')).status).toBe(200);
  return server;
};

/** Returns the number of texts that were rendered so far. */
const renderings = async (visitor: TestClient): Promise<number> => {
  const response = await visitor.get('/metrics', { authorization: `Bearer ${TOKEN}` });
  const line = /^cache_requests_total\{cache="markdown",result="miss"\} (\d+)$/m;
  return Number(line.exec(await response.text())?.[1]);
};

/** Waits until that many texts were rendered. */
const rendered = (visitor: TestClient, count: number): Promise<void> =>
  vi.waitFor(async () => expect(await renderings(visitor)).toBe(count), { timeout: 10_000 });

test.each([
  ['a save that answers with its HTML', ''],
  ['a save that answers without its HTML', '?posts=headings'],
  ['a push', undefined],
])('a post is rendered before its first visit by %s', async (_, query) => {
  const { visitor, signIn, outsider, content } = await start(1);
  const admin = await signIn();
  const before = await renderings(visitor);
  if (query === undefined) {
    await pushFile(outsider, 'posts/p1.md', 'Saved *now*');
    await content.reader.refresh();
  } else await admin.put(`/api/posts/p1${query}`, { title: 'One', content: 'Saved *now*' });
  await rendered(visitor, before + 1);
  expect(await (await visitor.get('/blogs/p1')).text()).toContain('Saved <em>now</em>');
  expect(await renderings(visitor)).toBe(before + 1);
});

test('a push of many posts renders the newest twenty that visitors see, and no hidden one', async () => {
  const { visitor, outsider, content } = await start(30);
  const before = await renderings(visitor);
  const changes = new Map(Array.from({ length: 30 }, (_, index) => postNumber(index + 1, '!')));
  changes.set('posts/p30.md', Buffer.from('---\nhidden: true\n---\nSecret'));
  const head = await outsider.head();
  await outsider.commit({ expectedHead: head, message: 'A push\n', operationId: 'x', changes });
  await content.reader.refresh();
  await rendered(visitor, before + 20);
  await visitor.get('/blogs/p10');
  expect(await renderings(visitor)).toBe(before + 20);
  await visitor.get('/blogs/p9');
  expect(await renderings(visitor)).toBe(before + 21);
});

test('a change of another file renders no post', async () => {
  const { visitor, outsider, content } = await start(3);
  const before = await renderings(visitor);
  await pushFile(outsider, 'notes.txt', 'A note');
  await content.reader.refresh();
  await pushFile(outsider, 'posts/p2.md', null);
  await content.reader.refresh();
  await visitor.get('/blogs/p1');
  expect(await renderings(visitor)).toBe(before);
});
