import { samplePhoto } from 'fixtures/sample-files';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cleanRaster } from './clean-raster.ts';
import { stripMetadata } from './strip-metadata.ts';

const noise = (width: number, height: number) =>
  sharp({
    create: {
      ...{ width, height, channels: 3, background: '#8a6f4d' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

// Longer words, as three letters occur in noise by chance: one run in a hundred.
const exif = { IFD0: { Copyright: 'Ada Lovelace', Artist: 'Ada Lovelace' } };

const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

test.each(['jpeg', 'png'] as const)(
  'a %s keeps every pixel and loses its metadata',
  async (kind) => {
    for (const progressive of [false, true]) {
      const sent = await noise(300, 200)[kind]({ progressive }).withExif(exif).toBuffer();
      const behind = Buffer.concat([sent, Buffer.from('<script>hidden</script>')]);
      const stripped = Buffer.from(stripMetadata(behind, `image/${kind}`, false)!);
      expect(stripped.toString('latin1')).not.toMatch(/Ada Lovelace|hidden/);
      expect((await pixels(stripped)).equals(await pixels(sent))).toBe(true);
      expect(await sharp(stripped).metadata()).not.toHaveProperty('exif');
    }
  },
);

const animation = async (kind: 'gif' | 'webp') => {
  const size = { width: 60, height: 120, channels: 3, pageHeight: 40 } as const;
  const image = sharp(await noise(60, 120).raw().toBuffer(), { raw: size });
  const frames = { delay: [100, 200, 300], loop: 2 };
  return kind === 'gif' ? image.gif(frames) : image.webp({ ...frames, quality: 60 });
};

const about = async (bytes: Uint8Array) => {
  const metadata = await sharp(bytes, { animated: true }).metadata();
  const { pages, delay, loop, exif, xmp, icc, width, pageHeight } = metadata;
  return { pages, delay, loop, width, pageHeight, exif, xmp, icc };
};

test('an animation keeps its bytes, except its metadata', async () => {
  const gif = await (await animation('gif')).toBuffer();
  const comment = Buffer.from('\x21\xfe\x03Ada\x00\x21\xff\x0bXMP DataXMP\x03Ada\x00', 'latin1');
  const head = 13 + 3 * 2 ** ((gif[10]! & 7) + 1);
  const said = Buffer.concat([gif.subarray(0, head), comment, gif.subarray(head), comment]);
  const plainGif = Buffer.from(stripMetadata(said, 'image/gif', false)!);
  expect(plainGif.equals(gif)).toBe(true);
  expect(await about(plainGif)).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 2 });

  const webp = await animation('webp');
  const plain = await webp.clone().toBuffer();
  const talking = await webp.withExif(exif).withIccProfile('p3').toBuffer();
  const behind = Buffer.concat([talking, Buffer.from('<script>hidden</script>')]);
  const stripped = Buffer.from(stripMetadata(behind, 'image/webp', true)!);
  expect(stripped.toString('latin1')).not.toMatch(/Ada Lovelace|hidden|EXIF/);
  expect(await about(stripped)).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 2 });
  expect((await about(stripped)).icc).toBeDefined();
  expect(await about(Buffer.from(stripMetadata(behind, 'image/webp', false)!))).toEqual(
    await about(plain),
  );
});

test('GIF, WebP and AVIF that need no cleaning keep their bytes', async () => {
  const small = () => noise(300, 200);
  for (const [bytes, type] of [
    [await (await animation('gif')).toBuffer(), 'image/gif'],
    [await (await animation('webp')).toBuffer(), 'image/webp'],
    [await small().webp({ quality: 60 }).toBuffer(), 'image/webp'],
    [await small().webp({ lossless: true, effort: 6 }).toBuffer(), 'image/webp'],
    [await small().avif({ quality: 40, effort: 2 }).toBuffer(), 'image/avif'],
  ] as const) {
    expect(Buffer.from(await cleanRaster(bytes, type)).equals(bytes), type).toBe(true);
  }
});

test('the metadata of AVIF is removed by encoding it again', async () => {
  const sent = await noise(300, 200).avif({ quality: 40, effort: 2 }).withExif(exif).toBuffer();
  expect(sent.toString('latin1')).toContain('Ada Lovelace');
  expect(stripMetadata(sent, 'image/avif', false)).toBeUndefined();
  const stored = Buffer.from(await cleanRaster(sent, 'image/avif'));
  expect(stored.toString('latin1')).not.toContain('Ada Lovelace');
});

test('a truncated or damaged file is not stripped', async () => {
  const jpeg = await noise(64, 64).jpeg().toBuffer();
  const png = await noise(64, 64).png().toBuffer();
  for (const [bytes, type] of [
    [jpeg.subarray(0, -2), 'image/jpeg'],
    [jpeg.subarray(0, 21), 'image/jpeg'],
    [png.subarray(0, -4), 'image/png'],
    [Buffer.concat([jpeg.subarray(0, 2), randomBytes(100)]), 'image/jpeg'],
    [(await samplePhoto('tide.gif')).subarray(0, -1), 'image/gif'],
    [(await samplePhoto('dunes.webp')).subarray(0, -2), 'image/webp'],
    [(await samplePhoto('frost.avif')).subarray(0, -2), 'image/avif'],
  ] as const) {
    expect(stripMetadata(bytes, type, false)).toBeUndefined();
  }
});

test('a photo is stored with at most 2,560 pixels on its longer side, unless it is an original', async () => {
  const sent = await noise(3000, 300).jpeg().toBuffer();
  const stored = await cleanRaster(sent, 'image/jpeg');
  expect(await sharp(stored).metadata()).toMatchObject({ width: 2560, height: 256 });
  expect(stored.byteLength).toBeLessThan(sent.byteLength);
  const original = await cleanRaster(sent, 'image/jpeg', { original: true });
  expect((await pixels(original)).equals(await pixels(sent))).toBe(true);
  const upright = await noise(300, 3000).jpeg().toBuffer();
  const { width, height } = await sharp(await cleanRaster(upright, 'image/jpeg')).metadata();
  expect([width, height]).toEqual([256, 2560]);
});

test('a photo is encoded again only if that makes it smaller', async () => {
  const small = await noise(400, 300).jpeg({ quality: 40 }).toBuffer();
  const stored = await cleanRaster(small, 'image/jpeg');
  expect(stored.byteLength).toBeLessThanOrEqual(small.byteLength);
  expect((await pixels(stored)).equals(await pixels(small))).toBe(true);
  const large = await noise(400, 300).jpeg({ quality: 100 }).toBuffer();
  expect((await cleanRaster(large, 'image/jpeg')).byteLength).toBeLessThan(large.byteLength / 2);
});

test('the colour profile of a photo is kept, whether it is encoded again or not', async () => {
  const wide = () => noise(400, 300).withIccProfile('p3');
  for (const [sent, type] of [
    [await wide().jpeg({ quality: 100 }).toBuffer(), 'image/jpeg'],
    [await wide().jpeg({ quality: 30 }).toBuffer(), 'image/jpeg'],
    [await wide().png().toBuffer(), 'image/png'],
  ] as const) {
    const { icc } = await sharp(sent).metadata();
    const stored = await cleanRaster(sent, type);
    expect((await sharp(stored).metadata()).icc?.equals(icc!)).toBe(true);
    const mean = async (bytes: Uint8Array) =>
      (await sharp(bytes).stats()).channels.map((channel) => Math.round(channel.mean));
    const [before, after] = [await mean(sent), await mean(stored)];
    expect(after.every((value, i) => Math.abs(value - before[i]!) < 3)).toBe(true);
  }
});
