import type { Sharp } from 'sharp';
import { isAnimatable, type RasterType } from './image-types.ts';
import { loadSharp } from './load-sharp.ts';

/**
 * Qualities with hardly visible losses. With this effort, AVIF takes a fifth of a second for a
 * phone's photo; the default, 4, takes six times as long to save a tenth of the bytes.
 */
const ENCODE: Readonly<Record<RasterType, (image: Sharp) => Sharp>> = {
  'image/avif': (image) => image.avif({ quality: 50, effort: 2 }),
  'image/webp': (image) => image.webp({ quality: 76 }),
  'image/jpeg': (image) => image.jpeg({ quality: 78, mozjpeg: true }),
  'image/png': (image) => image.png({ compressionLevel: 9, adaptiveFiltering: true }),
  'image/gif': (image) => image.gif(),
};

/** Pushed files may be larger than the limit for uploads. */
const PIXELS_MAX = 120_000_000;
const TIMEOUT_SECONDS = 20;

/**
 * Returns the image upright, at most `width` pixels wide and in another format; the original if
 * that is smaller at the same width, but an AVIF original only if AVIF was requested. Throws if it
 * can't be decoded.
 */
export const resizeImage = async (
  bytes: Uint8Array,
  width: number,
  type: RasterType,
): Promise<Uint8Array> => {
  const sharp = await loadSharp();
  const options = { limitInputPixels: PIXELS_MAX, animated: isAnimatable(type) };
  const about = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata();
  const image = sharp(bytes, options);
  const upright = (about.pages ?? 1) > 1 && options.animated ? image : image.autoOrient();
  const resized = upright.resize({ width, withoutEnlargement: true });
  const encoded = await ENCODE[type](resized).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
  const isAsWide = about.autoOrient.width <= width;
  const isKnown = about.mediaType !== 'image/avif' || type === 'image/avif';
  return isAsWide && isKnown && bytes.byteLength <= encoded.byteLength ? bytes : encoded;
};
