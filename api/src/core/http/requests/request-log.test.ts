// Needs: feeds
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';
import { createLog } from '../../log.ts';

type Line = Record<string, unknown>;

/** Starts a server, and returns a function that finds log entries by their message. */
const startLogging = async (options: Parameters<typeof startTestServer>[0] = {}) => {
  const lines: Line[] = [];
  const log = createLog('debug', { write: (line) => lines.push(JSON.parse(line) as Line) });
  const server = await startTestServer({ ...options, log });
  return { ...server, lines, logged: (text: string) => lines.filter(({ msg }) => msg === text) };
};

test('a request is logged by the id of its response, without its query', async () => {
  const { visitor, logged } = await startLogging();
  const response = await visitor.get('/api/content?posts=summary');
  await expect.poll(() => logged('request')).toHaveLength(1);
  expect(logged('request')).toMatchObject([
    {
      requestId: response.headers.get('x-request-id'),
      method: 'GET',
      path: '/api/content',
      status: 200,
    },
  ]);
  expect(JSON.stringify(logged('request'))).not.toContain('summary');
});

test('the id that a proxy gave to a request is used, also for cached responses', async () => {
  const { visitor, logged } = await startLogging();
  const id = 'Root=1-67891233-abcdef012345678912345678';
  for (let i = 0; i < 3; i += 1) {
    const response = await visitor.get('/feed.xml', { 'x-request-id': `${id}/${i}` });
    expect(response.headers.get('x-request-id')).toBe(`${id}/${i}`);
  }
  await expect.poll(() => logged('request')).toHaveLength(3);
  const ids = logged('request').map(({ requestId }) => requestId);
  expect(ids).toEqual([0, 1, 2].map((i) => `${id}/${i}`));
});

test('reads that succeed are logged for debugging only', async () => {
  const { visitor, logged } = await startLogging();
  await visitor.get('/robots.txt');
  await visitor.get('/api/posts/unknown');
  await visitor.post('/api/auth/login', {});
  await expect.poll(() => logged('request')).toHaveLength(3);
  const levels = logged('request').map(({ status, level }) => [status, level]);
  expect(levels).toEqual([
    [200, 20],
    [404, 30],
    [400, 30],
  ]);
});

test.each(['', 'two words', '"quoted"', 'x'.repeat(129)])('%j is not an id', async (id) => {
  const { visitor } = await startLogging();
  const response = await visitor.get('/robots.txt', { 'x-request-id': id });
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('a failure is logged with its request, its causes and where it happened', async () => {
  const { visitor, logged } = await startLogging({
    store: (local) => ({ ...local, head: () => Promise.reject(new TypeError('Unexpected')) }),
  });
  const response = await visitor.get('/api/content?secret=1');
  expect(await response.text()).not.toContain('foreseen');
  expect(logged('request failed')).toEqual([
    expect.objectContaining({
      requestId: response.headers.get('x-request-id'),
      method: 'GET',
      path: '/api/content',
      err: {
        type: 'UnexpectedFailure',
        message: 'Failed to load content',
        cause: {
          type: 'TypeError',
          message: 'Unexpected',
          stack: expect.arrayContaining([expect.stringContaining('request-log.test.ts')]) as [],
        },
      },
    }),
  ]);
  expect(JSON.stringify(logged('request failed'))).not.toContain('secret=1');
});

test('no token of a preview link is logged', async () => {
  const { url, visitor, logged, lines } = await startLogging({ web: await testWebApp() });
  const token = 'eyJvZiI6InBvc3QifQ.c2lnbmF0dXJl';
  const escaped = token.replace('.', '%2E');
  for (const path of [`/preview/${token}/`, `/Preview/${escaped}/blogs`, `//preview//${token}`]) {
    await visitor.get(path);
  }
  const absolute = get(url, { path: `http://a.example/preview/${token}/a` });
  ((await once(absolute, 'response')) as [IncomingMessage])[0].resume();
  await expect.poll(() => logged('request').length).toBe(4);
  expect(JSON.stringify(lines)).not.toMatch(/eyJvZiI6|c2lnbmF0dXJl/);
  expect(logged('request').map(({ path }) => path)).toContain('/preview/…/');
});
