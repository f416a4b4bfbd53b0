import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../test/start-test-server.ts';

const makeWebRoot = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'web-root-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Site</title>');
  await writeFile(join(folder, 'assets', 'app-abc123.js'), 'export {};');
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return folder;
};

test('every page is answered with the start page, which is never kept unchecked', async () => {
  const { visitor } = await startTestServer({ webRoot: await makeWebRoot() });
  for (const path of ['/', '/login', '/admin', '/blogs/some-post']) {
    const answer = await visitor.get(path);
    expect(answer.status, path).toBe(200);
    expect(await answer.text()).toContain('<title>Site</title>');
    expect(answer.headers.get('cache-control'), path).toBe('no-cache');
  }
});

test('files named by their content are kept for good', async () => {
  const { visitor } = await startTestServer({ webRoot: await makeWebRoot() });
  const asset = await visitor.get('/assets/app-abc123.js');
  expect(asset.headers.get('cache-control')).toBe('max-age=31536000,immutable');
  expect(asset.headers.get('content-type')).toMatch(/javascript/);
  const missing = await visitor.get('/assets/app-old.js');
  expect(missing.status).toBe(404);
});

test('nothing outside the folder is served', async () => {
  const { visitor, url } = await startTestServer({ webRoot: await makeWebRoot() });
  for (const path of ['/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%5c..%5csecret']) {
    const answer = await fetch(`${url}${path}`);
    expect(await answer.text(), path).not.toContain('root:');
  }
  expect((await visitor.get('/%00')).status).toBeLessThan(500);
});

test('every answer carries the security headers', async () => {
  const { visitor } = await startTestServer({ webRoot: await makeWebRoot() });
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
