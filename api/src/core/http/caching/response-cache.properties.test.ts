import type { SiteRenderer } from 'content-schema';
import fc from 'fast-check';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN_EMAIL, runHandler, testAppDeps } from '../../../../test/run-app.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';
import { createCacheRegistry } from '../../cache.ts';
import { createApp } from '../../../app.ts';
import { createLocalGitStore } from '../../git-store/local/local-git-store.ts';

const FILES = new Map([
  ['posts/one.md', Buffer.from('# One\n\nText')],
  ['posts/two.md', Buffer.from('---\ntitle: Two\nhidden: true\n---\n\nSecret')],
]);

const PATHS = ['/', '/blogs', '/BLOGS', '/blogs/one', '/feed.xml'];
const CALLS = ['/api/content', '/API/content', '/api/posts/one', '/Api/Posts/two'];
const PARAMETERS = [
  'utm_a=1',
  'gclid',
  'UTM_A=1',
  'q=word',
  'q=%26',
  'page=2',
  'posts=summary',
  '',
];
/** One reader of an address may split at some of these, and the next one not. */
const SEPARATORS = ['&', '&', '?', '?&', ';', '#', '%3F', '%', '/../'];

const query = fc
  .array(fc.tuple(fc.constantFrom(...SEPARATORS), fc.constantFrom(...PARAMETERS)), { maxLength: 3 })
  .map((parts) => (parts.length === 0 ? '' : `?${parts.flat().slice(1).join('')}`));

/** Requests of a path, which have a query and a session or not. */
const sequences = fc.constantFrom(...PATHS, ...CALLS).chain((path) =>
  fc.array(
    fc.record({
      address: fc
        .tuple(
          fc.constantFrom('', '', '', 'http://other.example', 'HTTP://OTHER.EXAMPLE:80'),
          query,
        )
        .map(([origin, search]) => `${origin}${path}${search}`),
      isAdmin: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  ),
);

/** Pages that show the path and query which they were rendered from, as the real ones read them. */
const find: SiteRenderer['find'] = (address) => {
  const [, path = '', query = ''] = /^(\/[^?#]*)(?:\?([^#]*))?/.exec(address) ?? [];
  if (path !== '/' && !path.startsWith('/blogs')) return undefined;
  const { q, page } = Object.fromEntries(new URLSearchParams(query));
  return { kind: 'page', address: `${path}?q=${q}&page=${page}` };
};

test('no request changes the response to another, whatever their addresses and sessions', async () => {
  const { repository, signIn } = await startTestServer({ files: FILES });
  const author = { name: 'ada', email: ADMIN_EMAIL };
  const store = createLocalGitStore({ dir: repository, branch: 'main', author });
  const deps = await testAppDeps(store, { web: await testWebApp({ find }) });
  const cookie = (await signIn()).cookies();

  const send = async (url: string, { address, isAdmin }: { address: string; isAdmin: boolean }) => {
    const headers = { 'accept-encoding': 'identity', ...(isAdmin && { cookie }) };
    const sent = get(url, { path: address, headers });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { location, etag, vary, 'cache-control': caching } = response.headers;
    return {
      status: response.statusCode,
      location,
      etag,
      vary,
      caching,
      body: await text(response),
    };
  };

  // Too small to keep any response.
  const reference = await runHandler(createApp({ ...deps, caches: createCacheRegistry(1) }));
  onTestFinished(reference.close);
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const cached = await runHandler(createApp(deps));
      try {
        for (const request of [...sequence, ...sequence]) {
          const expected = await send(reference.url, request);
          expect(await send(cached.url, request), request.address).toEqual(expected);
        }
      } finally {
        await cached.close();
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 100) },
  );
});
