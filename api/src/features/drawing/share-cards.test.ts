import { samplePhoto } from 'fixtures/sample-files';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../test/files.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

const PHOTO = '01JWT6444RQM8SZKMERQ1BVHWF';

const RED = { width: 900, height: 900, channels: 3, background: '#c02040' } as const;

const FILES = {
  'profile.json': '{"name":"Ada"}',
  'posts/plain.md': '---\ntitle: Plain\n---\n\nText\n',
  'posts/photo.md': `---\ntitle: Photo\n---\n\n![](/photos/${PHOTO})\n`,
  'posts/secret.md': '---\ntitle: Secret\nhidden: true\n---\n\nText\n',
  [`photos/${PHOTO}/red.png`]: await sharp({ create: RED }).png().toBuffer(),
};

const start = async (files: TestFiles = FILES) => startAsAdmin({ files, web: await testWebApp() });

/** Returns the URL of the share card of the page at `path`. */
const cardOf = async (client: TestClient, path: string): Promise<string> =>
  /\/og\/\S+/.exec(await (await client.get(path)).text())?.[0] ?? '';

const pixels = async (response: Response) => {
  const bytes = Buffer.from(await response.arrayBuffer());
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x)).subarray(0, 3)];
  return { bytes, width: info.width, height: info.height, at };
};

test('every page has a card of 1200 × 630 pixels that is cached for good', async () => {
  const { visitor } = await start();
  for (const path of ['/', '/blogs', '/blogs/plain', '/blogs/photo']) {
    const address = await cardOf(visitor, path);
    expect(address).toMatch(new RegExp(`^/og/[\\w-]{16}${path === '/' ? '/home' : path}\\.png$`));
    const response = await visitor.get(address);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe(
      'public, max-age=31536000, s-maxage=86400, immutable',
    );
    const { bytes, width, height } = await pixels(response.clone());
    expect([width, height]).toEqual([1200, 630]);
    expect(bytes.byteLength).toBeLessThan(80_000);
    const etag = response.headers.get('etag') ?? '';
    expect((await visitor.get(address, { 'if-none-match': etag })).status).toBe(304);
  }
});

test('the first photo of a post is on its card', async () => {
  const { visitor } = await start();
  const withPhoto = await pixels(await visitor.get(await cardOf(visitor, '/blogs/photo')));
  expect(withPhoto.at(1000, 300)).toEqual([0xc0, 0x20, 0x40]);
  const plain = await pixels(await visitor.get(await cardOf(visitor, '/blogs/plain')));
  expect(plain.at(1190, 300)).toEqual([0xfb, 0xfa, 0xf7]);
});

test('hidden and unknown posts and other addresses have no card', async () => {
  const { admin, visitor } = await start();
  for (const client of [visitor, admin]) {
    for (const path of ['blogs/secret', 'blogs/none', 'admin', 'nothing']) {
      expect([path, (await client.get(`/og/1/${path}.png`)).status]).toEqual([path, 404]);
    }
  }
  expect((await visitor.get('/og/plain.png')).status).toBe(404);
});

test('a new title changes the URL, and the old URL redirects to the current card', async () => {
  const { push, visitor } = await start();
  const before = await cardOf(visitor, '/blogs/plain');
  const old = (await pixels(await visitor.get(before))).bytes;
  await push({ 'posts/plain.md': '---\ntitle: Another\n---\n\nText\n' });
  const after = await cardOf(visitor, '/blogs/plain');
  expect(after).not.toBe(before);
  const stale = await visitor.get(before);
  expect(stale.headers.get('cache-control')).toBe('no-cache');
  const present = (await pixels(await visitor.get(after))).bytes;
  expect((await pixels(stale)).bytes.equals(present)).toBe(true);
  expect(present.equals(old)).toBe(false);
});

test('a post whose photo cannot be read still has a card', async () => {
  const broken = { [`photos/${PHOTO}/red.png`]: await samplePhoto('not-a-picture.png') };
  const { visitor } = await start({ ...FILES, ...broken });
  const { width } = await pixels(await visitor.get(await cardOf(visitor, '/blogs/photo')));
  expect(width).toBe(1200);
});

test('too many requests for cards are refused, and pages are still served', async () => {
  const posts = Array.from({ length: 60 }, (_, index) => [
    `posts/p${index}.md`,
    `---\ntitle: Number ${index}\n---\n\nText\n`,
  ]);
  const { visitor } = await start(Object.fromEntries(posts) as TestFiles);
  const flood = Promise.all(
    posts.map(async (_, index) => visitor.get(`/og/1/blogs/p${index}.png`)),
  );
  expect((await visitor.get('/blogs/p1')).status).toBe(200);
  const responses = await flood;
  const rejected = responses.filter(({ status }) => status === 503);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected[0]?.headers.get('retry-after')).toBe('5');
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
});

test('the administrator sees the card of an unsaved post', async () => {
  const { admin, visitor } = await start();
  const query = new URLSearchParams({ title: 'Draft', date: '1 May 2030', photo: PHOTO });
  const response = await admin.get(`/api/admin/share-card?${query}`);
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  const { width, at } = await pixels(response);
  expect([width, at(1000, 300)]).toEqual([1200, [0xc0, 0x20, 0x40]]);
  expect((await admin.get('/api/admin/share-card')).status).toBe(200);
  expect((await visitor.get(`/api/admin/share-card?${query}`)).status).toBe(401);
});
