import { largePhoto, samplePhoto } from 'fixtures/sample-files';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { startAsAdmin, startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { StoreUnavailable } from '../../git-store/errors.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const ID = '01JWT6444RQM8SZKMERQ1BVHWF';
/** Accept headers for images: of browsers of 2023 and 2019, and of most programs. */
const AVIF = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
const WEBP = 'image/webp,*/*';
const ANY = '*/*';

/** Creates an image that no format can compress well. */
const noisy = (width: number, height: number): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const create = { width, height, channels: 3, background: '#8a6f4d', noise } as const;
  return sharp({ create }).jpeg().toBuffer();
};

const startWith = (name: string, bytes: Uint8Array, options = {}) =>
  startAsAdmin({ files: { [`photos/${ID}/${name}`]: bytes }, ...options });

const view = async (client: TestClient, width: number | string, accept: string) => {
  const address = `/photos/${ID}?w=${width}`;
  const response = await client.get(address, { accept });
  expect(response.status).toBe(200);
  return { address, response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test('a photo is sent in the requested width, and in the best accepted format', async () => {
  const bytes = await noisy(1500, 1000);
  const { visitor } = await startWith('sea.jpg', bytes);
  for (const [accept, type] of [
    [AVIF, 'image/avif'],
    [WEBP, 'image/webp'],
    [ANY, 'image/jpeg'],
    ['image/avif;q=0, image/webp', 'image/webp'],
  ] as const) {
    const shown = await view(visitor, 640, accept);
    expect(shown.response.headers.get('content-type')).toBe(type);
    expect(shown.response.headers.get('vary')).toMatch(/\bAccept\b/);
    expect(shown.response.headers.get('cache-control')).toBe(
      'private, max-age=86400, stale-while-revalidate=2592000',
    );
    const facts = { width: 640, height: 427, mediaType: type };
    expect(await sharp(shown.bytes).metadata()).toMatchObject(facts);
    const etag = shown.response.headers.get('etag') ?? '';
    const again = await visitor.get(shown.address, { accept, 'if-none-match': etag });
    expect(again.status).toBe(304);
  }
});

test('an unsupported width is rounded up, and no photo is enlarged', async () => {
  const bytes = await noisy(700, 300);
  const { visitor } = await startWith('sea.jpg', bytes);
  for (const [width, expected] of [
    [600, 640],
    [1, 160],
    [2560, 700],
    [99_999, 700],
  ] as const) {
    const { bytes: shown } = await view(visitor, width, WEBP);
    expect((await sharp(shown).metadata()).width).toBe(expected);
  }
  for (const none of ['', '0', '-3', 'x']) {
    const redirect = await visitor.get(`/photos/${ID}?w=${none}`);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/media\//),
    ]);
  }
});

test('a resized photo is sent without a redirect, also by its file name, and a missing one is a 404', async () => {
  const bytes = await noisy(400, 300);
  const { admin, visitor } = await startWith('sea.jpg', bytes);
  const addresses = [`/photos/${ID}?w=160`, '/uploads/sea.jpg?w=160'];
  for (const address of addresses) {
    const response = await visitor.get(address, { accept: WEBP });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  }
  await admin.delete(`/api/admin/uploads/${ID}`);
  for (const address of addresses) expect((await visitor.get(address)).status).toBe(404);
});

test('a photo is sent upright, and without location and camera data', async () => {
  const { visitor } = await startWith('pier.jpg', await samplePhoto('harbour-with-location.jpg'));
  const { width, height, exif } = await sharp((await view(visitor, 320, AVIF)).bytes).metadata();
  expect({ width, height, exif }).toEqual({ width: 320, height: 240, exif: undefined });
});

test('an animation stays animated', async () => {
  const { visitor } = await startWith('tide.gif', await samplePhoto('tide.gif'));
  for (const [accept, type] of [
    [AVIF, 'image/webp'],
    [ANY, 'image/gif'],
  ] as const) {
    const { response, bytes } = await view(visitor, 160, accept);
    expect(response.headers.get('content-type')).toBe(type);
    const facts = { width: 160, pages: 3, delay: [400, 400, 800] };
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject(facts);
  }
});

test('a photo is never sent in a format that the client does not accept, however small', async () => {
  const bytes = await sharp(await largePhoto(640, 400))
    .avif({ quality: 20 })
    .toBuffer();
  const { visitor } = await startWith('sea.avif', bytes);
  const shown = await view(visitor, 640, WEBP);
  expect(shown.bytes.byteLength).toBeGreaterThan(bytes.byteLength);
  expect(shown.response.headers.get('content-type')).toBe('image/webp');
  expect((await view(visitor, 640, AVIF)).bytes.equals(bytes)).toBe(true);
});

test('an SVG, and a file that cannot be decoded, is sent unchanged', async () => {
  for (const name of ['boat.svg', 'truncated.jpg', 'not-a-picture.png']) {
    const bytes = Buffer.from(await samplePhoto(name));
    const { visitor } = await startWith(name, bytes);
    expect((await view(visitor, 320, AVIF)).bytes.equals(bytes), name).toBe(true);
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
  const first = await view(server.visitor, 640, AVIF);
  await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1));
  const restarted = await server.restart();
  await restarted.content.reader.current();
  isDown = true;
  for (const { visitor } of [server, restarted]) {
    const { bytes } = await view(visitor, 640, AVIF);
    expect(bytes.equals(first.bytes)).toBe(true);
  }
  expect((await restarted.visitor.get(`/photos/${ID}?w=320`, { accept: AVIF })).status).toBe(503);
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
    visitor.request('GET', `/photos/${id}?w=${width}`, {
      headers: { accept: WEBP, 'x-forwarded-for': source },
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
