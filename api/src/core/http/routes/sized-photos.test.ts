import { largePhoto, samplePhoto } from 'fixtures/sample-files';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { sizedAddress } from '../../../../test/sized-address.ts';
import { startAsAdmin, startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { typeOfName } from '../../photos/image-types.ts';
import { StoreUnavailable } from '../../git-store/errors.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const ID = '01JWT6444RQM8SZKMERQ1BVHWF';
/** Of any other photo. */
const OLD = '0123456789ab';
const FOR_A_YEAR = 'public, max-age=31536000, s-maxage=86400, immutable';

/** Creates an image that no format can compress well. */
const noisy = (width: number, height: number): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const create = { width, height, channels: 3, background: '#8a6f4d', noise } as const;
  return sharp({ create }).jpeg().toBuffer();
};

const startWith = (name: string, bytes: Uint8Array, options = {}) =>
  startAsAdmin({ files: { [`photos/${ID}/${name}`]: bytes }, ...options });

const view = async (client: TestClient, width: number, format: string) => {
  const address = await sizedAddress(client, ID, `${width}.${format}`);
  const response = await client.get(address);
  expect(response.status).toBe(200);
  return { address, response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test('a photo is sent in the width and the format of its address, which caches may keep', async () => {
  const bytes = await noisy(1500, 1000);
  const { visitor } = await startWith('sea.jpg', bytes);
  for (const format of ['avif', 'webp', 'jpg']) {
    const shown = await view(visitor, 640, format);
    const type = typeOfName(`.${format}`);
    const { headers } = shown.response;
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('vary') ?? '').not.toMatch(/\b(?:Accept(?!-)|Cookie)\b/i);
    expect(headers.get('cache-control')).toBe(FOR_A_YEAR);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const facts = { width: 640, height: 427, mediaType: type };
    expect(await sharp(shown.bytes).metadata()).toMatchObject(facts);
    const again = { accept: 'text/html', 'if-none-match': headers.get('etag') ?? '' };
    const unchanged = await visitor.get(shown.address, again);
    expect([unchanged.status, unchanged.headers.get('cache-control')]).toEqual([304, FOR_A_YEAR]);
  }
});

test.each([
  [`/photos/${ID}/${OLD}-640.webp`, 'webp', 640],
  ['600.webp', 'webp', 640],
  ['1.avif', 'avif', 160],
  ['640.gif', 'jpg', 640],
  [`/photos/${ID}?w=600`, 'jpg', 640],
  [`/uploads/sea.jpg?w=99999`, 'jpg', 700],
])('%s shows the present photo, and no cache keeps it', async (address, format, width) => {
  const { visitor } = await startWith('sea.jpg', await noisy(700, 300));
  const whole = address.startsWith('/') ? address : await sizedAddress(visitor, ID, address);
  const response = await visitor.get(whole, { accept: 'image/avif' });
  const { headers } = response;
  expect([response.status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(headers.get('vary') ?? '').not.toMatch(/\bAccept(?!-)/i);
  const shown = sharp(await response.arrayBuffer());
  expect(await shown.metadata()).toMatchObject({ width, mediaType: typeOfName(`.${format}`) });
});

test('a photo is never enlarged, and no width redirects to the stored file', async () => {
  const { visitor } = await startWith('sea.jpg', await noisy(700, 300));
  const { bytes, response } = await view(visitor, 2560, 'webp');
  expect((await sharp(bytes).metadata()).width).toBe(700);
  expect(response.headers.get('cache-control')).toBe(FOR_A_YEAR);
  const none = ['?w=', '?w=0', '?w=-3', '?w=x', '/a-0.webp', '/a-x.webp'];
  for (const size of none) {
    const redirect = await visitor.get(`/photos/${ID}${size}`);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/media\//),
    ]);
  }
});

test('a photo that is missing, also after it was deleted, is a 404 that no cache keeps', async () => {
  const { admin, visitor } = await startWith('sea.jpg', await noisy(400, 300));
  const { address } = await view(visitor, 160, 'webp');
  const missing = async (path: string) => {
    const { status, headers } = await visitor.get(path, { accept: 'image/*' });
    expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
  };
  await missing(`/photos/none/${OLD}-640.webp`);
  await admin.delete(`/api/admin/uploads/${ID}`);
  for (const path of [address, `/photos/${ID}?w=160`, '/uploads/sea.jpg?w=160'])
    await missing(path);
});

test("a photo of a hidden or planned post is in no visitor's response, and is sent to who has its id", async () => {
  const post = (id: string, more = '') => `---\ntitle: A\n${more}---\n\n![](/photos/${id})\n`;
  const bytes = await noisy(400, 300);
  const { admin, visitor } = await startAsAdmin({
    files: {
      'posts/shown.md': post('shown-photo'),
      'posts/hidden.md': post('secret-hidden', 'hidden: true\n'),
      'posts/planned.md': post('secret-planned', 'publishDate: 2999-01-01\n'),
      ...Object.fromEntries(
        ['shown-photo', 'secret-hidden', 'secret-planned'].map((id) => [
          `photos/${id}/a.jpg`,
          bytes,
        ]),
      ),
    },
    web: await testWebApp(),
  });
  const paths = ['/', '/blogs', '/blogs/shown', '/api/content', '/api/content?posts=summary'];
  const texts = [...paths, '/feed.xml', '/feed.json', '/sitemap.xml', '/llms.txt'];
  for (const path of [...texts, '/blogs/hidden', '/api/posts/planned', '/search-index.json']) {
    expect(await (await visitor.get(path)).text(), path).not.toContain('secret');
  }
  expect(await (await visitor.get('/api/posts/shown')).text()).toContain('shown-photo');
  for (const id of ['secret-hidden', 'secret-planned', 'shown-photo']) {
    const address = await sizedAddress(visitor, id, '320.webp');
    for (const client of [admin, visitor]) {
      const { status, headers } = await client.get(address);
      expect([status, headers.get('cache-control')]).toEqual([200, FOR_A_YEAR]);
    }
  }
});

test('a photo is sent upright, and without location and camera data', async () => {
  const { visitor } = await startWith('pier.jpg', await samplePhoto('harbour-with-location.jpg'));
  const { width, height, exif } = await sharp((await view(visitor, 320, 'avif')).bytes).metadata();
  expect({ width, height, exif }).toEqual({ width: 320, height: 240, exif: undefined });
});

test('an animation stays animated', async () => {
  const { visitor } = await startWith('tide.gif', await samplePhoto('tide.gif'));
  for (const format of ['webp', 'gif']) {
    const { response, bytes } = await view(visitor, 160, format);
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    const facts = { width: 160, pages: 3, delay: [400, 400, 800] };
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject(facts);
  }
});

test('a photo is never sent in a newer format than that of its address, however small', async () => {
  const bytes = await sharp(await largePhoto(640, 400))
    .avif({ quality: 20 })
    .toBuffer();
  const { visitor } = await startWith('sea.avif', bytes);
  const shown = await view(visitor, 640, 'webp');
  expect(shown.bytes.byteLength).toBeGreaterThan(bytes.byteLength);
  expect(shown.response.headers.get('content-type')).toBe('image/webp');
  expect((await view(visitor, 640, 'avif')).bytes.equals(bytes)).toBe(true);
});

test('an SVG, and a file that cannot be decoded, is sent unchanged', async () => {
  for (const [name, format] of [
    ['boat.svg', 'svg'],
    ['truncated.jpg', 'avif'],
    ['not-a-picture.png', 'png'],
  ] as const) {
    const bytes = Buffer.from(await samplePhoto(name));
    const { visitor } = await startWith(name, bytes);
    const shown = await view(visitor, 320, format);
    expect(shown.bytes.equals(bytes), name).toBe(true);
    // What could not be resized may be later.
    const { headers } = shown.response;
    expect(headers.get('cache-control')).toBe(format === 'svg' ? FOR_A_YEAR : 'no-cache');
    const etag = headers.get('etag') ?? '';
    const again = await visitor.get(shown.address, { 'if-none-match': etag });
    expect(again.headers.get('cache-control')).toBe(headers.get('cache-control'));
  }
});

type StoreOption = NonNullable<Parameters<typeof startTestServer>[0]>['store'];

test('a second view reads and resizes nothing, also after a restart', async () => {
  let isDown = false;
  const folder = join(await testFolder(), 'pictures');
  const server = await startWith('sea.jpg', await noisy(900, 600), {
    pictures: { folder, maxBytes: 1_000_000 },
    store: ((local) => ({
      ...local,
      read: (blobs) =>
        isDown ? Promise.reject(new StoreUnavailable('It is down')) : local.read(blobs),
    })) satisfies StoreOption,
  });
  const first = await view(server.visitor, 640, 'avif');
  await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1));
  const restarted = await server.restart();
  await restarted.content.reader.current();
  isDown = true;
  for (const { visitor } of [server, restarted]) {
    const { bytes } = await view(visitor, 640, 'avif');
    expect(bytes.equals(first.bytes)).toBe(true);
  }
  const other = await sizedAddress(restarted.visitor, ID, '320.avif');
  expect((await restarted.visitor.get(other)).status).toBe(503);
});

/** Starts a server with photos that one source requests in many sizes. */
const startFlood = async () => {
  const bytes = await noisy(1200, 800);
  const ids = Array.from({ length: 4 }, (_, i) => `${ID.slice(0, -1)}${i}`);
  const files = new Map(ids.map((id) => [`photos/${id}/sea.jpg`, bytes]));
  const folder = await testFolder();
  const images = { folder, maxBytes: 50_000_000 };
  const { visitor } = await startTestServer({ files, pictures: images, trustedProxies: 1 });
  const ask = (source: string, id: string, width: number, signal?: AbortSignal) =>
    visitor.request('GET', `/photos/${id}/${OLD}-${width}.webp`, {
      headers: { 'x-forwarded-for': source },
      signal: signal ?? null,
    });
  const widths = [160, 320, 480, 640, 800, 960, 1200];
  const left = new AbortController();
  let sent = 0;
  const flood = ids.flatMap((id) =>
    widths.map((width) => ask('192.0.2.1', id, width, left.signal).then(() => (sent += 1))),
  );
  await Promise.race(flood);
  return { ask, ids, left, folder, ended: Promise.allSettled(flood), sent: () => sent };
};

test("one source's photos don't delay those of another", async () => {
  const { ask, ids, ended, sent } = await startFlood();
  const before = sent();
  // The other source waits for it, too, at the end.
  expect((await ask('198.51.100.1', ids[3] ?? '', 1200)).status).toBe(200);
  expect(sent() - before).toBeLessThan(20);
  await ended;
  expect(sent()).toBe(28);
});

test('a photo is not resized for a client that has left', async () => {
  const { ask, ids, ended, left, folder } = await startFlood();
  left.abort();
  await ended;
  expect((await ask('198.51.100.1', ids[3] ?? '', 1200)).status).toBe(200);
  expect((await readdir(folder)).length).toBeLessThan(12);
});
