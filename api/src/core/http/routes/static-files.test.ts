import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

test('files with a content hash in their name are cached for good', async () => {
  const { visitor } = await startTestServer({ web: await testWebApp() });
  const asset = await visitor.get('/assets/app-abc123.js');
  expect(asset.headers.get('cache-control')).toBe('max-age=31536000,immutable');
  expect(asset.headers.get('content-type')).toMatch(/javascript/);
  const missing = await visitor.get('/assets/app-old.js');
  expect(missing.status).toBe(404);
});

/** Requests a path literally; `fetch` would normalise it first. */
const statusOf = async (url: string, path: string): Promise<number | undefined> => {
  const [response] = (await once(get(url, { path }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
};

test('no file outside the folder is served, and no file under another name', async () => {
  const { url } = await startTestServer({ web: await testWebApp() });
  const outside = ['..', '../../etc/passwd', '..%2f..%2fetc/passwd', '%2e%2e/%2E./etc/passwd'];
  const others = [
    '..%5c..%5csecret',
    './about.svg',
    '%00',
    '%',
    '/about.svg',
    '\\about.svg',
    '/',
    'photos/../..',
  ];
  for (const path of [...outside, ...others]) {
    expect([path, await statusOf(url, `/${path}`)]).toEqual([path, 302]);
  }
  for (const path of ['../index.html', '..%2findex.html', '../../package.json']) {
    expect([path, await statusOf(url, `/assets/${path}`)]).toEqual([path, 404]);
  }
  for (const path of ['/photos/..', '/uploads/%2e%2e', '/api/posts/..', '/api/..']) {
    expect([path, await statusOf(url, path)]).toEqual([path, 404]);
  }
});

test('an unknown path redirects to the landing page', async () => {
  const { visitor } = await startTestServer({ web: await testWebApp() });
  for (const path of ['/nothing', '/a/b/c?d', '/index.html', '/.env']) {
    const response = await visitor.get(path);
    expect(response.status, path).toBe(302);
    expect(response.headers.get('location')).toBe('/');
  }
  expect((await visitor.post('/nothing')).status).toBe(404);
});

test('every response carries the security headers', async () => {
  const { visitor } = await startTestServer({ web: await testWebApp() });
  for (const path of ['/', '/api/content', '/api/nothing', '/healthz', '/assets/app-abc123.js']) {
    const { headers } = await visitor.get(path);
    const policy = headers.get('content-security-policy')?.replaceAll(/ 'sha256-[^']*'/g, '');
    expect(policy, path).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob: https:;media-src 'self' blob:;font-src 'self';manifest-src 'self';connect-src 'self';base-uri 'none';object-src 'none';form-action 'self';frame-src 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types sanitised",
    );
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
    expect(headers.get('x-powered-by'), path).toBeNull();
    expect(headers.get('strict-transport-security'), path).toBeNull();
  }
});

test('over HTTPS browsers are told to keep using HTTPS', async () => {
  const { visitor } = await startTestServer({ publicUrl: 'https://ada.example.com' });
  const { headers } = await visitor.get('/healthz');
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
});
