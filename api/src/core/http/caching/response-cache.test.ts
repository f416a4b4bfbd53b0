// Needs: feeds
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { openTestContent, pushFile } from '../../../../test/open-test-content.ts';
import { runHandler } from '../../../../test/run-app.ts';
import { createTestClient } from '../../../../test/test-client.ts';
import { createLog } from '../../log.ts';
import { prepareResponse, sendPrepared } from './prepared-response.ts';
import { createCacheRegistry } from '../../cache.ts';
import { createResponseCache } from './response-cache.ts';

interface Options {
  readonly setCookie?: boolean;
  readonly maxAgeSeconds?: number;
  readonly maxBytes?: number;
}

/** Starts an application that counts its requests; all its responses are prepared. */
const startCounting = async ({ setCookie, maxAgeSeconds, maxBytes = 1_000_000 }: Options = {}) => {
  const { content, outsider } = await openTestContent({
    files: { 'profile.json': '{}' },
    ...(maxAgeSeconds !== undefined && { maxAgeSeconds }),
  });
  const { reader } = content;
  await reader.current();
  const responses = createResponseCache({
    ...content,
    log: createLog('silent'),
    // An eighth is for responses.
    caches: createCacheRegistry(8 * maxBytes),
  });
  let asked = 0;
  const app = new Koa();
  app.use(responses.remember());
  app.use(async (ctx) => {
    asked += 1;
    const snapshot = await reader.current();
    if (ctx.path.startsWith('/api/')) ctx.vary('Cookie');
    if (setCookie) ctx.cookies.set('visitor', 'one');
    ctx.set({ 'X-Test': 'yes', 'Cache-Control': 'public' });
    ctx.vary('Accept-Encoding');
    sendPrepared(ctx, snapshot, prepareResponse('text', `${ctx.url} of ${snapshot.revision}`));
  });
  const handle = app.callback();
  const { url, visitor, close } = await runHandler(
    responses.inFrontOf((request, response) => void handle(request, response)),
  );
  onTestFinished(close);
  return { url, client: visitor, outsider, asked: () => asked };
};

const contentOf = async (response: Response) => {
  const headers = Object.fromEntries(response.headers);
  for (const name of ['date', 'x-request-id']) Reflect.deleteProperty(headers, name);
  return { status: response.status, headers, text: await response.text() };
};

test('a repeated request gets the same response without reaching the application', async () => {
  const { client, asked } = await startCounting();
  const first = await contentOf(await client.get('/a'));
  const second = await client.get('/a');
  expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await contentOf(second)).toEqual(first);
  expect(asked()).toBe(1);
  await client.get('/a?b');
  await client.get('/a', { 'accept-encoding': 'br' });
  await client.get('/a', { accept: 'text/html' });
  expect(asked()).toBe(3);
});

test('cached responses trigger checks of the head, and are replaced after a push', async () => {
  const { client, outsider } = await startCounting({ maxAgeSeconds: 0 });
  await client.get('/a');
  const head = await pushFile(outsider, 'profile.json', '{"name": "Bea"}');
  const text = async () => (await client.get('/a')).text();
  await expect.poll(text, { timeout: 30_000 }).toBe(`/a of ${head}`);
});

test('the cache stays within its limit however many addresses are requested', async () => {
  const { client, asked } = await startCounting({ maxBytes: 10_000 });
  await client.get('/a');
  for (let i = 0; i < 20; i += 1) await client.get('/b', { 'accept-encoding': `x-${i}` });
  await client.get('/b', { 'accept-encoding': 'x-19' });
  expect(asked()).toBe(21);
  await client.get('/a');
  expect(asked()).toBe(22);
});

test('requests that may have another response reach the application', async () => {
  const { client, asked } = await startCounting();
  await client.get('/a');
  await client.get('/api/a');
  const others: readonly [string, Readonly<Record<string, string>>][] = [
    ['/a', { cookie: 'saved-revision=1' }],
    ['/a', { 'if-none-match': '"x"' }],
    ['/a', { 'if-modified-since': new Date().toUTCString() }],
    ['/a', { range: 'bytes=0-1' }],
    ['/api/a', { cookie: 'session=1' }],
    ['/api/a', { authorization: 'Bearer x' }],
  ];
  for (const [path, headers] of others) await client.get(path, headers);
  await client.request('HEAD', '/a');
  await client.post('/a');
  expect(asked()).toBe(2 + others.length + 2);
});

test('requests with cookies, campaign parameters or a condition get the cached page', async () => {
  const { client, asked } = await startCounting();
  const first = await contentOf(await client.get('/a'));
  const { etag = '' } = first.headers;
  expect(await contentOf(await client.get('/a', { cookie: 'session=1; theme=dark' }))).toEqual(
    first,
  );
  for (const campaign of ['utm_source=x&utm_medium=y', 'fbclid=1', 'gclid=', 'utm_id']) {
    expect(await contentOf(await client.get(`/a?${campaign}`))).toEqual(first);
  }
  const unchanged = await contentOf(await client.get('/a', { 'if-none-match': etag }));
  expect(unchanged.status).toBe(304);
  expect(unchanged.text).toBe('');
  const needed = { etag, 'cache-control': 'public', vary: 'Accept-Encoding' };
  expect(unchanged.headers).toEqual({ ...needed, connection: 'keep-alive' });
  expect(asked()).toBe(1);
  await client.get('/a', { 'if-none-match': etag, 'cache-control': 'no-cache' });
  await client.get('/a?utm_source=x&page=2');
  expect(asked()).toBe(3);
  const odd = await client.get('/a?utm_source=x?&q=words');
  expect(await odd.text()).toMatch(/^\/a\?q=words of /);
});

test('a response that sets a cookie is not cached', async () => {
  const { url, asked } = await startCounting({ setCookie: true });
  await createTestClient(url).get('/a');
  await createTestClient(url).get('/a');
  expect(asked()).toBe(2);
});
