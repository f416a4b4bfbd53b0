import { uploadMessages } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cleanImage as cleanImageWith } from './clean-image.ts';
import { cleanSvg } from './clean-svg.ts';
import { UnsupportedImage, UnusableImage } from './errors.ts';

const cleanImage = (bytes: Uint8Array) =>
  cleanImageWith(bytes, (svg) => Promise.resolve(cleanSvg(svg)));

const pixels = (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer();

const textIn = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const gradient = (): Buffer => {
  const row = Buffer.from(Array.from({ length: 64 * 3 }, (_, i) => (i * 7) % 256));
  return Buffer.concat(Array.from({ length: 64 }, () => row));
};
const RAW = { raw: { width: 64, height: 64, channels: 3 } } as const;

test('a photo is rotated upright, and location, camera and all other metadata are removed', async () => {
  const sent = await samplePhoto('harbour-with-location.jpg');
  const before = await sharp(sent).metadata();
  expect([before.exif, before.xmp, before.icc].every(Boolean)).toBe(true);
  const { bytes, type } = await cleanImage(sent);
  const { width, height, orientation, exif, xmp, icc } = await sharp(bytes).metadata();
  const left = [orientation, exif, xmp, icc].filter((value) => value !== undefined);
  expect({ type, width, height, left }).toEqual({
    ...{ type: 'image/jpeg', width: 640, height: 480, left: [] },
  });
  expect(textIn(bytes)).not.toMatch(/GPS|Exif|xmpmeta/);
  const upright = await sharp(sent).autoOrient().raw().toBuffer();
  const difference = (await sharp(bytes).raw().toBuffer()).map((value, i) =>
    Math.abs(value - (upright[i] ?? 0)),
  );
  expect(difference.reduce((sum, value) => sum + value, 0) / difference.length).toBeLessThan(4);
});

test.each([
  ['lighthouse.png', () => samplePhoto('lighthouse.png')],
  ['tide.gif', () => samplePhoto('tide.gif')],
  ['lossless WebP', () => sharp(gradient(), RAW).webp({ lossless: true }).toBuffer()],
  ['true colour PNG', () => sharp(gradient(), RAW).png().toBuffer()],
])('%s keeps every pixel', async (_, make) => {
  const sent = await make();
  const { bytes } = await cleanImage(sent);
  expect((await pixels(bytes)).equals(await pixels(sent))).toBe(true);
  expect(bytes.byteLength).toBeLessThan(sent.byteLength * 1.1);
});

test.each([
  ['dunes.webp', 'image/webp'],
  ['frost.avif', 'image/avif'],
  ['boat.svg', 'image/svg+xml'],
])('%s keeps its format', async (name, type) => {
  const clean = await cleanImage(await samplePhoto(name));
  expect(clean.type).toBe(type);
  expect((await sharp(clean.bytes).metadata()).mediaType).toBe(type);
});

test('AVIF is recognised by any of its brands, but only in the right place', async () => {
  const sent = Buffer.from(await samplePhoto('frost.avif'));
  const [end, mainBrand, version] = [sent.readUInt32BE(0), 8, 12];
  sent.write('mif1', mainBrand);
  const { type, bytes } = await cleanImage(sent);
  expect([type, (await sharp(bytes).metadata()).mediaType]).toEqual(['image/avif', 'image/avif']);
  sent.fill('heic', mainBrand, end);
  sent.write('avif', version);
  sent.write('avif', end);
  await expect(cleanImage(sent)).rejects.toThrow(new UnsupportedImage(uploadMessages.heic));
});

test('the pixels of all frames of an animation are counted', async () => {
  const gif = await samplePhoto('tide.gif');
  const sent = await sharp(gif, { animated: true }).webp().toBuffer();
  // The size of the canvas, which applies to each of its three frames.
  sent.writeUIntLE(5000 - 1, 24, 3);
  sent.writeUIntLE(5000 - 1, 27, 3);
  await expect(cleanImage(sent)).rejects.toThrow('The image has more than 64 megapixels');
});

test('a file of another type is refused', async () => {
  const tiff = await sharp(gradient(), RAW).tiff().toBuffer();
  for (const sent of [tiff, new Uint8Array()]) {
    await expect(cleanImage(sent)).rejects.toThrow(new UnsupportedImage());
  }
});

test('an animation of too many frames is refused', async () => {
  const images = await Promise.all(
    Array.from({ length: 1001 }, (_, index) => {
      const background = index % 2 === 0 ? '#fff' : '#000';
      return sharp({ create: { width: 1, height: 1, channels: 3, background } })
        .png()
        .toBuffer();
    }),
  );
  const animation = sharp(images, { join: { animated: true } });
  const tooMany = new UnusableImage('The image has more than 1000 frames');
  await expect(cleanImage(await animation.gif().toBuffer())).rejects.toThrow(tooMany);
});
