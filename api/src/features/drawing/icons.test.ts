import { readDefaultContent } from 'fixtures/default-content';
import { samplePhoto } from 'fixtures/sample-files';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { rename } from '../../../test/github/edits.ts';
import { startAsAdmin, startTestServer } from '../../../test/start-test-server.ts';
import { initialsOf } from './routes.ts';

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

const siteWithLogo = async (logo: Uint8Array, type = 'image/png') =>
  new Map([
    ...(await readDefaultContent()),
    ['site.json', json({ title: 'Ada', logo: { path: 'assets/logo.png', type, alt: 'Mark' } })],
    ['assets/logo.png', logo],
  ]);

const image = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const centreOf = async (bytes: Buffer): Promise<number[]> => {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = 3 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
  return [...data.subarray(at, at + 3)];
};

test('without a logo the icons show the initials, and follow the name', async () => {
  const site = json({ title: 'Ada', logo: null });
  const files = new Map([...(await readDefaultContent()), ['site.json', site]]);
  const { admin, visitor } = await startAsAdmin({ files });
  const svg = await visitor.get('/favicon.svg');
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  const before = await svg.text();
  expect(before).toContain('prefers-color-scheme:dark');
  expect(before).toMatch(/<path d="M[^"]{200,}"/);
  const condition = { 'if-none-match': svg.headers.get('etag') ?? '' };
  expect((await visitor.get('/favicon.svg', condition)).status).toBe(304);
  await rename(admin, 'Bea Quine');
  expect(await (await visitor.get('/favicon.svg', condition)).text()).not.toBe(before);
});

test('the icon file has three sizes', async () => {
  const { visitor } = await startTestServer();
  const response = await visitor.get('/favicon.ico');
  expect(response.headers.get('content-type')).toMatch(/icon/);
  const bytes = await bytesOf(response);
  expect([bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([1, 3]);
  const offsets = [0, 1, 2].map((index) => bytes.readUInt32LE(6 + 16 * index + 12));
  const sides = await Promise.all(
    offsets.map(async (offset) => (await sharp(bytes.subarray(offset)).metadata()).width),
  );
  expect(sides).toEqual([16, 32, 48]);
});

test('a logo is used as the icon, unless it is too wide or cannot be read', async () => {
  const iconOf = async (logo: Uint8Array, type?: string) => {
    const { visitor } = await startTestServer({ files: await siteWithLogo(logo, type) });
    return centreOf(await bytesOf(await visitor.get('/apple-touch-icon.png')));
  };
  expect(await iconOf(await image(200, 150, '#c02040'))).toEqual([0xc0, 0x20, 0x40]);
  expect(await iconOf(await image(900, 100, '#c02040'))).not.toEqual([0xc0, 0x20, 0x40]);
  expect(await iconOf(Buffer.from('no picture'))).toHaveLength(3);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="red"/></svg>';
  expect(await iconOf(Buffer.from(svg), 'image/svg+xml')).toHaveLength(3);
  expect(await iconOf(await samplePhoto('dunes.webp'), 'image/webp')).toHaveLength(3);
});

test('the icons, also those in the manifest, are squares of their sizes', async () => {
  const { visitor } = await startTestServer();
  const response = await visitor.get('/site.webmanifest');
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  const { name, icons } = (await response.json()) as {
    name: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(name).not.toBe('');
  const kinds = icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
  expect(kinds).toEqual(['any 192x192', 'any 512x512', 'maskable 512x512']);
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const icon = await visitor.get(src);
    expect(icon.headers.get('content-type')).toBe('image/png');
    expect(icon.headers.get('cache-control')).toMatch(/^public, max-age=3600/);
    const { width, height } = await sharp(await bytesOf(icon)).metadata();
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
  expect((await visitor.get('/icons/64.png')).status).toBe(404);
});

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada king noel', 'AN'],
  ['  Plato ', 'P'],
  ['“Élise” d’Arc', 'ÉD'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
