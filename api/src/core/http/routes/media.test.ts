import type { UploadResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { git } from '../../../../test/git.ts';
import { photoForm } from '../../../../test/photo-form.ts';
import { recordReads } from '../../../../test/record-reads.ts';
import { json, statusAndBody } from '../../../../test/responses.ts';
import { setClock } from '../../../../test/set-clock.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const ID = '01JWT6444RQM8SZKMERQ1BVHWF';
const DAY_MS = 24 * 60 * 60 * 1000;

const linkTo = async (client: TestClient, path: string): Promise<string> =>
  (await client.get(path)).headers.get('location') ?? '';

const startWith = (path: string, bytes: Uint8Array | string) =>
  startAsAdmin({ files: { [path]: bytes } });

/** Starts a server with one photo; returns its bytes and a link to it. */
const startWithPhoto = async (name = 'dunes.webp') => {
  const bytes = Buffer.from(await samplePhoto(name));
  const server = await startWith(`photos/${ID}/${name}`, bytes);
  return { ...server, bytes, link: await linkTo(server.visitor, `/photos/${ID}`) };
};

test('a photo is available by its id and by its name, on other sites and without a session', async () => {
  const { admin, visitor, bytes } = await startWithPhoto();
  for (const path of [`/photos/${ID}`, '/uploads/dunes.webp']) {
    const redirect = await visitor.get(path);
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const link = redirect.headers.get('location') ?? '';
    expect(link).toMatch(
      /^\/media\/photos\/01JWT6444RQM8SZKMERQ1BVHWF\/dunes\.webp\?v=[0-9a-f]{12}&expires=\d+&signature=[\w-]{43}$/,
    );
    expect((await admin.get(link)).headers.getSetCookie()).toEqual([]);
    const response = await visitor.get(link);
    expect(response.status).toBe(200);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  }
});

test('names with non-ASCII characters work', async () => {
  const { admin, visitor } = await startAsAdmin();
  const body = photoForm('Überseequartier 東京.gif', await samplePhoto('tide.gif'));
  const uploaded = admin.request('POST', '/api/uploads', { body });
  const { filename, id } = await json<UploadResponse>(uploaded);
  expect(filename).toBe('Überseequartier-東京.gif');
  for (const path of [`/photos/${id}`, `/uploads/${encodeURIComponent(filename)}`]) {
    expect((await visitor.get(await linkTo(visitor, path))).status).toBe(200);
  }
});

test('the link is the same during its time window, so that browsers can cache it, and expires', async () => {
  setClock(30 * DAY_MS);
  const { visitor, link } = await startWithPhoto();
  setClock(59.5 * DAY_MS);
  const redirect = await visitor.get(`/photos/${ID}`);
  expect(redirect.headers.get('location')).toBe(link);
  expect(redirect.headers.get('cache-control')).toBe('public, max-age=86400');
  const response = await visitor.get(link);
  expect(response.headers.get('cache-control')).toBe(
    `public, max-age=${30.5 * 86_400}, s-maxage=86400, immutable`,
  );
  setClock(60 * DAY_MS);
  expect(await linkTo(visitor, `/photos/${ID}`)).not.toBe(link);
  setClock(90 * DAY_MS - 1000);
  expect((await visitor.get(link)).status).toBe(200);
  setClock(90 * DAY_MS);
  const expired = await visitor.get(link);
  const error = { code: 'LinkRefused', message: 'This link is no longer valid' };
  expect(await statusAndBody(expired)).toEqual([403, error]);
  expect(expired.headers.get('cache-control')).toBe('no-store');
});

test('a file that is not a photo is a 404', async () => {
  const { visitor } = await startAsAdmin();
  for (const path of [
    '/photos/nothing',
    '/photos/..%2fprofile.json',
    '/photos/%00',
    '/uploads/nothing.png',
    '/uploads/profile.json',
    '/uploads/..%2f..%2fprofile.json',
    '/uploads/%E0%A4',
  ]) {
    const response = await visitor.get(path, { accept: 'application/json' });
    expect(response.status, path).toBe(404);
  }
});

test('a deleted photo is a 404, also by its link', async () => {
  const { admin, visitor, link } = await startWithPhoto();
  await admin.delete(`/api/admin/uploads/${ID}`);
  expect((await visitor.get(`/photos/${ID}`)).status).toBe(404);
  expect((await visitor.get(link)).status).toBe(404);
});

test('an unchanged photo is a 304, without reading it', async () => {
  const { reads, store } = recordReads();
  const bytes = await samplePhoto('dunes.webp');
  const { visitor, repository } = await startAsAdmin({
    files: { [`photos/${ID}/dunes.webp`]: bytes },
    store,
  });
  const blob = git(repository, 'rev-parse', `main:photos/${ID}/dunes.webp`).trim();
  const link = await linkTo(visitor, `/photos/${ID}`);
  const response = await visitor.get(link, { 'if-none-match': `"${blob}"` });
  expect([response.status, await response.text()]).toEqual([304, '']);
  expect(reads).not.toContain(blob);
  expect((await visitor.get(link)).headers.get('etag')).toBe(`"${blob}"`);
});

test('a range is sent as a partial response, if it is one of the same photo', async () => {
  const { visitor, bytes, link } = await startWithPhoto();
  for (const [range, start, end] of [
    ['bytes=0-9', 0, 9],
    ['bytes=2000-', 2000, 2159],
    ['bytes=-10', 2150, 2159],
    ['bytes=2000-9999', 2000, 2159],
  ] as const) {
    const response = await visitor.get(link, { range, 'accept-encoding': 'gzip' });
    expect([range, response.status]).toEqual([range, 206]);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/2160`);
    expect(response.headers.get('content-encoding')).toBeNull();
    const part = Buffer.from(await response.arrayBuffer());
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
  }
  const beyond = await visitor.get(link, { range: 'bytes=2160-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */2160']);
  expect(beyond.headers.get('content-type')).toMatch(/^application\/json/);
  for (const range of ['bytes=x', 'lines=0-9', 'bytes=0-9,20-29', 'nonsense']) {
    expect((await visitor.get(link, { range })).status, range).toBe(200);
  }
  const etag = (await visitor.get(link)).headers.get('etag') ?? '';
  for (const [condition, status] of [
    [etag, 206],
    ['"other"', 200],
  ] as const) {
    const headers = { range: 'bytes=0-9', 'if-range': condition };
    expect((await visitor.get(link, headers)).status).toBe(status);
  }
});

test('an SVG is sandboxed, compressed and never sent in ranges', async () => {
  const { visitor, link } = await startWithPhoto('boat.svg');
  const response = await visitor.get(link, { range: 'bytes=0-9' });
  expect(response.status).toBe(200);
  expect(response.headers.get('accept-ranges')).toBe('none');
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('text is compressed, and images that are compressed already are not', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${'<rect/>'.repeat(1000)}</svg>`;
  const text = await startWith('photos/large.svg', svg);
  const link = await linkTo(text.visitor, '/photos/large.svg');
  const compressed = await text.visitor.get(link, { 'accept-encoding': 'gzip' });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  expect(await compressed.text()).toBe(svg);
  const image = await startWithPhoto();
  const plain = await image.visitor.get(image.link, { 'accept-encoding': 'gzip' });
  expect(plain.headers.get('content-encoding')).toBeNull();
});

test('a photo that was added by hand has the type of its content', async () => {
  const { visitor } = await startWith('photos/beach.png', await samplePhoto('tide.gif'));
  const response = await visitor.get(await linkTo(visitor, '/uploads/beach.png'));
  expect(response.headers.get('content-type')).toBe('image/gif');
});

test('a file that is not an image, despite its name, is sent as a download', async () => {
  const { visitor } = await startWith('photos/page.png', '<!doctype html><script>1</script>');
  const response = await visitor.get(await linkTo(visitor, '/photos/page.png'));
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(response.headers.get('content-disposition')).toBe('attachment');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
});
