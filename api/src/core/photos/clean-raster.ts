import { PHOTO_MAX_SIDE } from 'content-schema';
import type { Metadata, Sharp } from 'sharp';
import { isAnimatable, type RasterType } from './image-types.ts';
import { UnsupportedImage, UnusableImage } from './errors.ts';
import { loadSharp } from './load-sharp.ts';
import { stripMetadata } from './strip-metadata.ts';

const MEGAPIXELS_MAX = 64;
const FRAMES_MAX = 1000;
const TIMEOUT_SECONDS = 60;
/** `VP8L`, the mark of lossless WebP, follows the headers and the colour profile. */
const WEBP_HEAD_BYTES = 64 * 1024;

const DAMAGED = 'The image is damaged and cannot be read';

const isLosslessWebp = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, WEBP_HEAD_BYTES)).includes('VP8L');

type Encode = (image: Sharp, about: Metadata, bytes: Uint8Array) => Sharp;

/** Lossless if the format allows it, else with hardly visible losses. */
const ENCODE: Readonly<Record<RasterType, Encode>> = {
  'image/png': (image, { isPalette }) =>
    // The palette has enough colours, so none of them changes.
    image.png(isPalette ? { palette: true, quality: 100, dither: 0 } : { compressionLevel: 9 }),
  'image/jpeg': (image, { chromaSubsampling }) =>
    image.jpeg({
      quality: 90,
      mozjpeg: true,
      chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
    }),
  'image/webp': (image, _, bytes) =>
    image.webp(isLosslessWebp(bytes) ? { lossless: true, effort: 2 } : { quality: 90 }),
  'image/gif': (image) => image.gif(),
  // With the default effort, a photo of a phone takes half a minute.
  'image/avif': (image) => image.avif({ quality: 80, effort: 2 }),
};

/** The format's name in libvips, which distinguishes kinds of HEIF by their main brand only. */
const formatOf = (type: RasterType): string =>
  type === 'image/avif' ? 'heif' : type.slice('image/'.length);

const describe = async (image: Sharp, type: RasterType): Promise<Metadata> => {
  const about = await image.metadata();
  if (about.format !== formatOf(type)) throw new UnsupportedImage();
  if (about.width * about.height > MEGAPIXELS_MAX * 1_000_000) {
    throw new UnusableImage(`The image has more than ${MEGAPIXELS_MAX} megapixels`);
  }
  if ((about.pages ?? 1) > FRAMES_MAX) {
    throw new UnusableImage(`The image has more than ${FRAMES_MAX} frames`);
  }
  return about;
};

/** Whether a colour profile is sRGB and can be dropped. Its name has one of two encodings. */
const isSrgb = (profile: Uint8Array): boolean => {
  const text = Buffer.from(profile).toString('latin1');
  return text.includes('sRGB') || text.includes('s\0R\0G\0B');
};

/** Whether an image needs its colour profile. */
const hasOwnColours = ({ icc, space }: Metadata): boolean =>
  icc !== undefined && space === 'srgb' && !isSrgb(icc);

export interface CleanOptions {
  /** Keeps the pixels, if the metadata can be removed without encoding the image again. */
  readonly original?: boolean;
}

/**
 * Returns the image in its own format: upright, with sides of at most `PHOTO_MAX_SIDE` pixels, and
 * without metadata except the colour profile. It is encoded again only if its pixels change or the
 * file gets smaller. Throws `UnusableImage` when it is damaged or too large.
 */
export const cleanRaster = async (
  bytes: Uint8Array,
  type: RasterType,
  { original = false }: CleanOptions = {},
): Promise<Uint8Array> => {
  const sharp = await loadSharp();
  try {
    // `describe` limits the pixels, with a better message.
    const image = sharp(bytes, {
      animated: isAnimatable(type),
      limitInputPixels: false,
      failOn: 'error',
    });
    const about = await describe(image, type);
    const { width, height, pageHeight = height, orientation = 1, pages = 1 } = about;
    const isTooLong = !original && Math.max(width, pageHeight) > PHOTO_MAX_SIDE;
    const keepsProfile = hasOwnColours(about);
    const upright = pages > 1 ? image : image.autoOrient();
    const sized = isTooLong
      ? upright.resize({ width: PHOTO_MAX_SIDE, height: PHOTO_MAX_SIDE, fit: 'inside' })
      : upright;
    const encoded = await ENCODE[type](keepsProfile ? sized.keepIccProfile() : sized, about, bytes)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer();
    const isSame = !isTooLong && orientation === 1 && about.space !== 'cmyk';
    const stripped = isSame ? stripMetadata(bytes, type, keepsProfile) : undefined;
    const isBetter = stripped && (original || stripped.byteLength <= encoded.byteLength);
    return isBetter ? stripped : encoded;
  } catch (error) {
    if (error instanceof UnsupportedImage || error instanceof UnusableImage) throw error;
    throw new UnusableImage(DAMAGED, { cause: error });
  }
};
