import { expect, test } from 'vitest';
import { pushFile } from '../../../test/open-test-content.ts';
import { testWorkers } from '../../../test/run-app.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import type { Workers } from '../workers/workers.ts';

const postNumber = (n: number, text = ''): [string, Buffer] => {
  const date = new Date(Date.UTC(2024, 0, n)).toISOString();
  return [
    `posts/p${n}.md`,
    Buffer.from(`---\ntitle: Post ${n}\ncreatedAt: ${date}\n---\n*Text* ${n}${text}\n`),
  ];
};

const start = async (posts: number) => {
  let renderings = 0;
  const workers: Workers = {
    ...testWorkers,
    run: (name, input) => {
      if (name === 'renderMarkdown') renderings += 1;
      return testWorkers.run(name, input);
    },
  };
  const server = await startTestServer({
    web: await testWebApp(),
    workers,
    files: new Map(Array.from({ length: posts }, (_, index) => postNumber(index + 1))),
  });
  // Renders the texts that every page shows.
  expect((await server.visitor.get('/blogs/p1')).status).toBe(200);
  return {
    ...server,
    renderings: () => renderings,
    /** Waits until that many texts were rendered. */
    rendered: (count: number) => expect.poll(() => renderings, { timeout: 10_000 }).toBe(count),
  };
};

test.each([
  ['a save that answers with its HTML', ''],
  ['a save that answers without its HTML', '?posts=headings'],
  ['a push', undefined],
])('a post is rendered before its first visit by %s', async (_, query) => {
  const { visitor, signIn, outsider, content, renderings, rendered } = await start(2);
  const admin = await signIn();
  const before = renderings();
  if (query === undefined) {
    await pushFile(outsider, 'posts/p1.md', 'Saved *now*');
    await content.reader.refresh();
  } else await admin.put(`/api/posts/p1${query}`, { title: 'One', content: 'Saved *now*' });
  await rendered(before + 1);
  expect(await (await visitor.get('/blogs/p1')).text()).toContain('Saved <em>now</em>');
  expect(renderings()).toBe(before + 1);
});

test('a push of many posts renders the newest twenty that visitors see, and no hidden one', async () => {
  const { visitor, outsider, content, renderings, rendered } = await start(30);
  const before = renderings();
  const changes = new Map(Array.from({ length: 30 }, (_, index) => postNumber(index + 1, '!')));
  changes.set('posts/p30.md', Buffer.from('---\nhidden: true\n---\nSecret'));
  const head = await outsider.head();
  await outsider.commit({ expectedHead: head, message: 'A push\n', operationId: 'x', changes });
  await content.reader.refresh();
  await rendered(before + 20);
  await visitor.get('/blogs/p10');
  expect(renderings()).toBe(before + 20);
  await visitor.get('/blogs/p9');
  expect(renderings()).toBe(before + 21);
});
