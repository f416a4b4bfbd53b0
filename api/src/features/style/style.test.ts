// Needs: history
import type { ContentResponse, Style } from 'content-schema';
import { expect, test } from 'vitest';
import { conflictsOf, issuesOf, read, savedCommit } from '../../../test/responses.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const FONT = Buffer.from('wOF2\0\x01\0\0 a font');
const dataUrl = (bytes: Uint8Array): string =>
  `data:font/woff2;base64,${Buffer.from(bytes).toString('base64')}`;

const FILES = {
  'profile.json': '{}',
  'assets/style.css': 'a {}\r\nb {}\r\nc {}\r\n',
  'assets/fonts/a.woff2': FONT,
  'assets/fonts/old.woff': Buffer.from('wOFF\0\x01\0\0'),
  'assets/fonts/page.woff2': '<script>alert(1)</script>',
  'assets/fonts/other.txt': 'Text',
  'assets/app.js': 'alert(1)',
};

const start = async (files: Record<string, string | Uint8Array> = FILES) => {
  const render = (address: string, { style }: { style?: string | undefined }) =>
    Promise.resolve({
      status: 200,
      html: `${address} has ${String(style)}`,
      document: '',
    } as const);
  return startAsAdmin({ files, web: await testWebApp({ render }) });
};

const put = (style: Partial<Style>): Style => ({ css: '', fonts: [], ...style });

test('the CSS and its fonts are served by their version, and nothing else is', async () => {
  const { visitor, admin, outsider, push } = await start();
  const addressOf = async (path: string) =>
    / has (.*)\/style\.css/.exec(await (await visitor.get(path)).text())?.[1] ?? '';
  const base = await addressOf('/');
  expect(base).toMatch(/^\/assets\/[\w-]{16}$/);
  const get = async (path: string) => {
    const { status, headers } = await visitor.get(path);
    return [status, headers.get('content-type'), headers.get('cache-control')];
  };
  const kept = 'public, max-age=31536000, s-maxage=86400, immutable';
  const style = await visitor.get(`${base}/style.css`);
  expect(await style.text()).toBe(FILES['assets/style.css']);
  expect(style.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await get(`${base}/style.css`)).toEqual([200, 'text/css; charset=utf-8', kept]);
  expect(await get(`${base}/fonts/a.woff2`)).toEqual([200, 'font/woff2', kept]);
  expect(await get(`${base}/fonts/old.woff`)).toEqual([200, 'font/woff', kept]);
  expect(await get('/assets/now/fonts/a.woff2')).toEqual([200, 'font/woff2', 'no-cache']);
  for (const path of ['fonts/page.woff2', 'fonts/other.txt', 'app.js', 'fonts/none.woff2']) {
    expect([path, (await get(`${base}/${path}`))[0]]).toEqual([path, 404]);
  }

  const first = await outsider.head();
  await push({ 'assets/fonts/a.woff2': Buffer.from('wOF2 another') });
  expect(await addressOf('/')).not.toBe(base);
  await push({ 'assets/style.css': null });
  expect(await addressOf('/')).toBe('');
  expect((await visitor.get('/assets/now/style.css')).status).toBe(404);
  const past = await admin.get(`/past/${first}/assets/now/style.css`);
  expect(await past.text()).toBe(FILES['assets/style.css']);
  expect(past.headers.get('cache-control')).toBe('no-store');
  expect((await visitor.get(`/past/${first}/assets/now/style.css`)).status).toBe(401);
});

test('a save changes only its lines and fonts, and is merged with other changes', async () => {
  const { admin, outsider, show, paths, push } = await start();
  const { fonts, css } = await read<Style>(admin, '/api/admin/style');
  expect(css).toBe('a {}\nb {}\nc {}');
  const headers = { 'content-revision': await outsider.head() };
  await push({ 'assets/style.css': 'a {}\r\nb {}\r\nc { x: y }\r\n' });
  const added = [{ name: 'b.woff2', data: dataUrl(FONT) }];
  const mine = { css: 'a { x: y }\nb {}\nc {}', fonts: [...fonts.slice(1), ...added] };
  await savedCommit(admin.put('/api/admin/style', mine, headers));
  expect(show('assets/style.css')).toBe('a { x: y }\r\nb {}\r\nc { x: y }\r\n');
  expect(paths()).not.toContain('assets/fonts/a.woff2');
  expect(paths()).toContain('assets/fonts/b.woff2');
  const theirs = { ...mine, css: 'a {}\nb {}\nc { z: z }' };
  const [conflict] = await conflictsOf(admin.put('/api/admin/style', theirs, headers));
  expect(conflict?.file).toBe('assets/style.css');

  expect((await admin.post('/api/reset')).status).toBe(200);
  expect(paths()).toContain('assets/style.css');
  await savedCommit(admin.put('/api/admin/style', put({ css: ' \n' })));
  expect(paths().filter((path) => /\.css|woff/.test(path))).toEqual([]);
  expect(await savedCommit(admin.put('/api/admin/style', put({})))).toBe('');
});

test.each<[Partial<Style>, string]>([
  [{ css: 'a'.repeat(200 * 1024 + 1) }, 'css: CSS must be 204800 characters or fewer'],
  [{ fonts: [{ name: '../a.woff2', data: '' }] }, 'fonts: ../a.woff2 is no WOFF2 or WOFF font'],
  [
    { fonts: [{ name: 'a.woff2', data: dataUrl(Buffer.from('<script>')) }] },
    'fonts: a.woff2 is no WOFF2 or WOFF font',
  ],
  [
    { fonts: [{ name: 'a.woff', data: dataUrl(Buffer.concat([FONT, Buffer.alloc(2 ** 20)])) }] },
    'fonts: a.woff is larger than 1 MB',
  ],
])('%# is refused', async (style, issue) => {
  const { admin } = await start();
  expect(await issuesOf(admin.put('/api/admin/style', put(style)))).toEqual([issue]);
});

test('CSS that is no text is a problem, and is not saved over', async () => {
  const { admin } = await start({ 'assets/style.css': Buffer.from('a {} /* \xe9 */', 'latin1') });
  const { problems } = await read<ContentResponse>(admin, '/api/content');
  const message = 'The file is not UTF-8 text';
  const problem = { path: 'assets/style.css', message, line: 1, column: 9, readOnly: true };
  expect(problems).toEqual([problem]);
  expect((await admin.put('/api/admin/style', put({}))).status).toBe(422);
});
