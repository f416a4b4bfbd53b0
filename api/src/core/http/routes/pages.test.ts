import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../../test/files.ts';
import { commitsOf } from '../../../../test/git.ts';
import { rename } from '../../../../test/github/edits.ts';
import { savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin, startTestServer } from '../../../../test/start-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';
import { StoreUnavailable } from '../../git-store/errors.ts';
import { openWebApp } from '../pages/web-app.ts';

const post = (title: string, more = ''): string =>
  `---\ntitle: ${title}\ncreatedAt: 2020-01-01\n${more}---\n\nText of **${title}**.\n`;

const FILES = {
  'profile.json': '{ "name": "Ada", "email": "secret@example.com" }',
  'posts/first.md': post('First'),
  'posts/second.md': post('Second'),
  'posts/third.md': post('Third'),
  'posts/hidden.md': post('Hidden', 'hidden: true\n'),
};

/** Starts a server with `testWebApp`, and counts the rendered pages. */
const startWithPages = async (files: TestFiles = FILES) => {
  const { render } = await (await testWebApp()).renderer();
  const rendered: string[] = [];
  const web = await testWebApp({
    render: (address, ...others) => {
      rendered.push(address);
      return render(address, ...others);
    },
  });
  return { ...(await startAsAdmin({ files, web, publicUrl: 'https://ada.example' })), rendered };
};

test('a page is rendered from public content, with the canonical origin', async () => {
  const { visitor } = await startWithPages();
  const response = await visitor.get('/');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await response.text();
  expect(html).toContain(
    ['/', 'https://ada.example', new Date().getUTCFullYear(), 'Ada'].join('\n'),
  );
  expect(html).not.toMatch(/secret|Hidden/);
});

test('a page contains only its own posts', async () => {
  const { visitor } = await startWithPages();
  const list = await (await visitor.get('/blogs')).text();
  expect(list.match(/Text of \w+/g)).toEqual(['Text of First', 'Text of Second']);
  const one = await (await visitor.get('/blogs/third')).text();
  expect(one).toContain('<p>Text of <strong>Third</strong>.</p>');
  expect(one).not.toContain('First');
});

test('the administrator gets the same page, without a cookie', async () => {
  const { admin, visitor } = await startWithPages();
  for (const path of ['/', '/blogs', '/blogs/hidden']) {
    const response = await admin.get(path);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get('vary')).not.toMatch(/cookie/i);
    expect(await response.text()).toBe(await (await visitor.get(path)).text());
  }
});

test('shared caches may keep a page, and an unchanged page is a 304', async () => {
  const { visitor } = await startWithPages();
  const { headers } = await visitor.get('/');
  expect(headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=600',
  );
  const etag = headers.get('etag') ?? '';
  const again = await visitor.get('/', { 'if-none-match': etag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  const head = await visitor.request('HEAD', '/');
  expect(head.headers.get('etag')).toBe(etag);
});

test('a page is rendered once per commit, however many requests there are', async () => {
  const { admin, visitor, repository, rendered } = await startWithPages();
  await Promise.all(Array.from({ length: 5 }, () => visitor.get('/')));
  const before = (await visitor.get('/')).headers.get('etag') ?? '';
  expect(rendered).toEqual(['/']);
  await savedCommit(rename(admin, 'Bea'));
  expect(commitsOf(repository)).toHaveLength(2);
  const response = await visitor.get('/', { 'if-none-match': before });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('Bea');
  expect(rendered).toEqual(['/', '/']);
});

test('the login and the admin area are rendered in the browser, and not indexed', async () => {
  const { visitor } = await startWithPages();
  for (const path of ['/login', '/admin', '/admin/blogs/new']) {
    const response = await visitor.get(path);
    expect(response.status, path).toBe(200);
    expect(await response.text()).toContain('<title>Application</title>');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  }
});

test('a page allows only the inline scripts and styles of its document, by their hashes', async () => {
  const documentWith = (style: string) =>
    `<!doctype html><title>Application</title><style>${style}</style>` +
    '<script>one()</script><script>two()</script><script type="application/json">{}</script>';
  const web = await testWebApp({
    document: () => documentWith('a{color:red}'),
    render: (address) => {
      const document = documentWith('b{color:red}');
      const html = `${document}<style>content{}</style><script>content()</script>`;
      return Promise.resolve({ status: address === '/' ? 200 : 404, html, document });
    },
  });
  const { visitor } = await startTestServer({ web });
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  for (const [path, style] of [
    ['/', 'b{color:red}'],
    ['/blogs/unknown', 'b{color:red}'],
    ['/login', 'a{color:red}'],
  ] as const) {
    const policy = (await visitor.get(path)).headers.get('content-security-policy');
    expect(policy, path).toContain(`;script-src 'self' ${hash('one()')} ${hash('two()')};`);
    expect(policy, path).toContain(`;style-src 'self' ${hash(style)};`);
  }
  const { headers } = await visitor.get('/api/content');
  expect(headers.get('content-security-policy')).not.toContain('sha256');
});

test('when content cannot be read, the browser still gets the application', async () => {
  const { visitor } = await startTestServer({
    web: await testWebApp(),
    store: (local) => ({
      ...local,
      head: () => Promise.reject(new StoreUnavailable('The content store cannot be reached')),
    }),
  });
  const response = await visitor.get('/blogs');
  expect(response.status).toBe(503);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('retry-after')).toBe('10');
  expect(await response.text()).toContain('<title>Application</title>');
});

test('a page that fails to render is rendered again by the next request', async () => {
  let failures = 1;
  const { render } = await (await testWebApp()).renderer();
  const web = await testWebApp({
    render: (...args) =>
      failures-- > 0 ? Promise.reject(new Error('secret reason')) : render(...args),
  });
  const { visitor } = await startTestServer({ files: FILES, web });
  const response = await visitor.get('/');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret');
  expect((await visitor.get('/')).status).toBe(200);
});

test('without a built web app calls work, and pages are an error', async () => {
  const { visitor } = await startTestServer({ web: openWebApp('/nonexistent') });
  expect((await visitor.get('/')).status).toBe(500);
  expect((await visitor.post('/api/auth/logout')).status).toBe(204);
});

test('a malformed address is not a page', async () => {
  const find = (address: string) => ({ kind: 'page', address: decodeURI(address) }) as const;
  const { visitor } = await startTestServer({ web: await testWebApp({ find }) });
  for (const path of ['/%', '/blogs/%E0%A4']) {
    const response = await visitor.get(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
  }
});

test('a page has the URL of the logo, which is cached for good', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const files = { 'site.json': JSON.stringify({ title: 'Ada', logo }), 'assets/logo.svg': svg };
  const { visitor } = await startWithPages(files);
  const html = await (await visitor.get('/')).text();
  const response = await visitor.get(/\/logo\/\w+/.exec(html)?.[0] ?? '');
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect(response.headers.get('cache-control')).toBe(
    'public, max-age=31536000, s-maxage=86400, immutable',
  );
  expect(await response.text()).toBe(svg);
  const older = await visitor.get('/logo/0123456789ab');
  expect(older.headers.get('cache-control')).toBe('no-cache');
  expect(await older.text()).toBe(svg);
});

test('a site without a logo has no logo URL', async () => {
  const { visitor } = await startWithPages();
  expect(await (await visitor.get('/')).text()).toContain('no logo');
  expect((await visitor.get('/logo/0123456789ab')).status).toBe(404);
});
