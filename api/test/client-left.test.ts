import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../src/app.ts';
import { createLocalGitStore } from '../src/git-store/local/local-git-store.ts';
import { close, listen } from '../src/serve.ts';
import type { Workers } from '../src/workers/workers.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, testAppDeps, testWorkers } from './run-app.ts';
import { startTestServer } from './start-test-server.ts';
import { createTestClient } from './test-client.ts';

const POSTS = 200;

/** Starts a server with posts that were never rendered, and counts the rendered ones. */
const start = async () => {
  const text = Array.from({ length: 15 }, (_, i) => `${i}. **Some** [text](https://a.example)`);
  const files = new Map(
    Array.from({ length: POSTS }, (_, i): [string, Uint8Array] => [
      `posts/p${i}.md`,
      Buffer.from(`# Post ${i}\n\n${text.join('\n')} ${i}\n`),
    ]),
  );
  const { repository } = await startTestServer({ files });
  const author = { name: 'ada', email: ADMIN_EMAIL };
  const store = createLocalGitStore({ dir: repository, branch: 'main', author });
  let running = 0;
  const workers: Workers = {
    ...testWorkers,
    run: (name, input) => {
      running += 1;
      return testWorkers.run(name, input).finally(() => (running -= 1));
    },
  };
  const deps = await testAppDeps(store, { workers });
  const server = await listen(createApp(deps), { host: '127.0.0.1', port: 0 });
  onTestFinished(() => {
    server.closeAllConnections();
    return close(server);
  });
  const client = createTestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const rendered = () => deps.caches.caches.get('markdown')?.counts.misses ?? 0;
  const renderedInTheEnd = async () => {
    // Between two renderings a text is read from the disk.
    for (let pauses = 0; pauses < 50; pauses = running === 0 ? pauses + 1 : 0) await delay(10);
    return rendered();
  };
  return { client, rendered, renderedInTheEnd };
};

test.each([
  ['GET', '/api/content'],
  ['DELETE', '/api/posts/p1'],
  ['PATCH', '/api/posts/p1/visibility'],
])('%s %s renders no more posts once its client has left', async (method, path) => {
  const { client, rendered, renderedInTheEnd } = await start();
  await client.post('/api/auth/login', { email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  const left = new AbortController();
  const response = client
    .request(method, path, {
      signal: left.signal,
      ...(method === 'PATCH' && {
        headers: { 'content-type': 'application/json' },
        body: '{"hidden":true}',
      }),
    })
    .then((it) => it.text());
  await expect.poll(rendered, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
  left.abort();
  await expect(response).rejects.toThrow('aborted');
  expect(await renderedInTheEnd()).toBeLessThan(150);
});

test('posts are rendered as long as one client waits', async () => {
  const { client, rendered } = await start();
  const left = new AbortController();
  const ask = (signal: AbortSignal | null) => client.request('GET', '/api/content', { signal });
  const first = ask(left.signal);
  await expect.poll(rendered, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
  const second = ask(null);
  await delay(50);
  left.abort();
  await expect(first).rejects.toThrow('aborted');
  expect((await second).status).toBe(200);
  expect(rendered()).toBeLessThan(POSTS + 5);
});
