import { expect, test } from 'vitest';
import { startTestServer } from '../../test/start-test-server.ts';
import { testWebApp } from '../../test/test-web-app.ts';

test('files named by their content are kept for good', async () => {
  const { visitor } = await startTestServer({ web: await testWebApp() });
  const asset = await visitor.get('/assets/app-abc123.js');
  expect(asset.headers.get('cache-control')).toBe('max-age=31536000,immutable');
  expect(asset.headers.get('content-type')).toMatch(/javascript/);
  const missing = await visitor.get('/assets/app-old.js');
  expect(missing.status).toBe(404);
});

test('nothing outside the folder is served', async () => {
  const { visitor, url } = await startTestServer({ web: await testWebApp() });
  for (const path of ['/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%5c..%5csecret']) {
    const answer = await fetch(`${url}${path}`);
    expect(await answer.text(), path).not.toContain('root:');
  }
  expect((await visitor.get('/%00')).status).toBeLessThan(500);
});

test('a path where there is nothing leads to the landing page', async () => {
  const { visitor } = await startTestServer({ web: await testWebApp() });
  for (const path of ['/nothing', '/a/b/c?d', '/index.html', '/.env', '/favicon.ico']) {
    const answer = await visitor.get(path);
    expect(answer.status, path).toBe(302);
    expect(answer.headers.get('location')).toBe('/');
  }
  expect((await visitor.post('/nothing')).status).toBe(404);
});

test('every answer carries the security headers', async () => {
  const { visitor } = await startTestServer({ web: await testWebApp() });
  for (const path of ['/', '/api/content', '/api/nothing', '/healthz', '/assets/app-abc123.js']) {
    const { headers } = await visitor.get(path);
    expect(headers.get('content-security-policy'), path).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: https:;font-src 'self';connect-src 'self';base-uri 'none';object-src 'none';form-action 'self';frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
    expect(headers.get('x-powered-by'), path).toBeNull();
    expect(headers.get('strict-transport-security'), path).toBeNull();
  }
});

test('over HTTPS browsers are told to stay there', async () => {
  const { visitor } = await startTestServer({ publicUrl: 'https://ada.example.com' });
  const { headers } = await visitor.get('/healthz');
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
});

test('text is compressed for who accepts it', async () => {
  const { visitor } = await startTestServer();
  const answer = await visitor.get('/api/content', { 'accept-encoding': 'br' });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
});
