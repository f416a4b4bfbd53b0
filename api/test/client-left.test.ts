import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../src/app.ts';
import { createLocalGitStore } from '../src/core/git-store/local/local-git-store.ts';
import { close, listen } from '../src/serve.ts';
import type { Workers } from '../src/core/workers/workers.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, testAppDeps, testWorkers } from './run-app.ts';
import { startTestServer } from './start-test-server.ts';
import { createTestClient } from './test-client.ts';

const POSTS = 200;
/** The number of posts that are rendered before the others are held. */
const FREE = 20;

/**
 * Starts a server with posts that were never rendered. It renders a few of them, and the others
 * after `release`.
 */
const start = async () => {
  const post = (i: number) => Buffer.from(`# Post ${i}\n\n**Some** text\n`);
  const posts = Array.from({ length: POSTS }, (_, i) => [`posts/p${i}.md`, post(i)] as const);
  const { repository } = await startTestServer({ files: new Map(posts) });
  const author = { name: 'ada', email: ADMIN_EMAIL };
  const store = createLocalGitStore({ dir: repository, branch: 'main', author });
  let running = 0;
  let renderings = 0;
  const rendered = () => renderings;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const workers: Workers = {
    ...testWorkers,
    run: (name, input) => {
      running += 1;
      if (name === 'renderMarkdown') renderings += 1;
      const start = name === 'renderMarkdown' && renderings > FREE ? released : Promise.resolve();
      return start.then(() => testWorkers.run(name, input)).finally(() => (running -= 1));
    },
  };
  const deps = await testAppDeps(store, { workers });
  const server = await listen(createApp(deps), { host: '127.0.0.1', port: 0 });
  let waiting = 0;
  server.on('request', (_, response) => {
    waiting += 1;
    response.once('close', () => (waiting -= 1));
  });
  onTestFinished(() => {
    release();
    server.closeAllConnections();
    return close(server);
  });
  const client = createTestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const renderedInTheEnd = async () => {
    // Between two renderings a text is read from the disk.
    for (let pauses = 0; pauses < 50; pauses = running === 0 ? pauses + 1 : 0) await delay(10);
    return rendered();
  };
  const expectWaiting = (clients: number) =>
    expect.poll(() => waiting, { interval: 5, timeout: 30_000 }).toBe(clients);
  const expectHeld = () =>
    expect.poll(rendered, { interval: 5, timeout: 30_000 }).toBeGreaterThan(FREE);
  return { client, rendered, renderedInTheEnd, release, expectHeld, expectWaiting };
};

test.each([
  ['GET', '/api/content'],
  ['DELETE', '/api/posts/p1'],
  ['PATCH', '/api/posts/p1/visibility'],
])('%s %s renders no more posts once its client has left', async (method, path) => {
  const { client, renderedInTheEnd, release, expectHeld, expectWaiting } = await start();
  await client.post('/api/auth/login', { email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  const left = new AbortController();
  const headers = { 'content-type': 'application/json' };
  const sent = { ...(method === 'PATCH' && { headers, body: '{"hidden":true}' }) };
  const response = client
    .request(method, path, { signal: left.signal, ...sent })
    .then((response) => response.text());
  await expectHeld();
  left.abort();
  await expect(response).rejects.toThrow('aborted');
  await expectWaiting(0);
  release();
  expect(await renderedInTheEnd()).toBeLessThan(150);
});

test('posts are rendered as long as one client waits', async () => {
  const { client, rendered, release, expectHeld, expectWaiting } = await start();
  const left = new AbortController();
  const ask = (signal: AbortSignal | null) => client.request('GET', '/api/content', { signal });
  const first = ask(left.signal);
  await expectHeld();
  const second = ask(null);
  await expectWaiting(2);
  left.abort();
  await expect(first).rejects.toThrow('aborted');
  await expectWaiting(1);
  release();
  expect((await second).status).toBe(200);
  expect(rendered()).toBeLessThan(POSTS + 5);
});
