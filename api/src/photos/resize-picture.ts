import type { Sharp } from 'sharp';
import type { RasterType } from './image-types.ts';
import { loadSharp } from './load-sharp.ts';

/** The kinds in which pictures are served in another width than their own. */
export type SizedType = Extract<RasterType, `image/${'avif' | 'webp' | 'jpeg' | 'png' | 'gif'}`>;

/**
 * Qualities at which a difference is hardly seen beside the original. AVIF's effort is what a
 * phone's photo can be made with in a fifth of a second: 4, the default, takes six times as long for
 * a tenth of the bytes.
 */
const ENCODE: Readonly<Record<SizedType, (picture: Sharp) => Sharp>> = {
  'image/avif': (picture) => picture.avif({ quality: 50, effort: 2 }),
  'image/webp': (picture) => picture.webp({ quality: 76 }),
  'image/jpeg': (picture) => picture.jpeg({ quality: 78, mozjpeg: true }),
  'image/png': (picture) => picture.png({ compressionLevel: 9, adaptiveFiltering: true }),
  'image/gif': (picture) => picture.gif(),
};

/** The kinds that can show several frames one after the other. */
const isAnimatable = (type: string): boolean => type === 'image/gif' || type === 'image/webp';

/** A file that was pushed may be larger than one that can be uploaded. */
const PIXELS_MAX = 120_000_000;
const TIMEOUT_SECONDS = 20;

/**
 * The kinds that a picture of one type may be served as, best first; its own is the last. What may
 * be animated stays so: libvips writes one frame of AVIF.
 */
export const sizedTypesOf = (type: RasterType): readonly SizedType[] =>
  isAnimatable(type)
    ? [...new Set<SizedType>(['image/webp', type])]
    : [...new Set<SizedType>(['image/avif', 'image/webp', type])];

/**
 * The picture upright, at most `width` pixels wide, in another kind; as it is where that would be
 * larger at the same width, but AVIF only where AVIF was asked for. Throws for what can't be decoded.
 */
export const resizePicture = async (
  bytes: Uint8Array,
  width: number,
  type: SizedType,
): Promise<Uint8Array> => {
  const sharp = await loadSharp();
  const options = { limitInputPixels: PIXELS_MAX, animated: isAnimatable(type) };
  const about = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata();
  const picture = sharp(bytes, options);
  const upright = (about.pages ?? 1) > 1 && options.animated ? picture : picture.autoOrient();
  const resized = upright.resize({ width, withoutEnlargement: true });
  const encoded = await ENCODE[type](resized).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
  const isAsWide = about.autoOrient.width <= width;
  const isKnown = about.mediaType !== 'image/avif' || type === 'image/avif';
  return isAsWide && isKnown && bytes.byteLength <= encoded.byteLength ? bytes : encoded;
};
