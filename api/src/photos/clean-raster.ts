import { PHOTO_MAX_SIDE } from 'content-schema';
import type { Metadata, Sharp } from 'sharp';
import type { RasterType } from './image-types.ts';
import { UnsupportedImage, UnusableImage } from './errors.ts';
import { loadSharp } from './load-sharp.ts';
import { stripMetadata } from './strip-metadata.ts';

const MEGAPIXELS_MAX = 64;
/** Pictures of an animation. */
const FRAMES_MAX = 1000;
const TIMEOUT_SECONDS = 60;
/** Where `VP8L`, the mark of lossless WebP, stands: behind the headers and the colour profile. */
const WEBP_HEAD_BYTES = 64 * 1024;

/** What libvips says of a file that does not hold what its first bytes promise. */
const DAMAGED = 'The image is damaged and cannot be read';

/** Frames come one below the other, so that animations stay animated. */
const hasFrames = (type: RasterType): boolean => type === 'image/gif' || type === 'image/webp';

const isLosslessWebp = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, WEBP_HEAD_BYTES)).includes('VP8L');

type Encode = (picture: Sharp, about: Metadata, bytes: Uint8Array) => Sharp;

/** Without loss where the format allows it, and hardly to be seen otherwise. */
const ENCODE: Readonly<Record<RasterType, Encode>> = {
  'image/png': (picture, { isPalette }) =>
    // No more colours than the palette had, so none of them changes.
    picture.png(isPalette ? { palette: true, quality: 100, dither: 0 } : { compressionLevel: 9 }),
  'image/jpeg': (picture, { chromaSubsampling }) =>
    picture.jpeg({
      quality: 90,
      mozjpeg: true,
      chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
    }),
  'image/webp': (picture, _, bytes) =>
    picture.webp(isLosslessWebp(bytes) ? { lossless: true, effort: 2 } : { quality: 90 }),
  'image/gif': (picture) => picture.gif(),
  // The default effort takes half a minute for a phone's photo.
  'image/avif': (picture) => picture.avif({ quality: 80, effort: 2 }),
};

/** Names of libvips, which distinguishes the kinds of HEIF by their main brand only. */
const FORMATS: Readonly<Record<RasterType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

const describe = async (picture: Sharp, type: RasterType): Promise<Metadata> => {
  const about = await picture.metadata();
  if (about.format !== FORMATS[type]) throw new UnsupportedImage();
  if (about.width * about.height > MEGAPIXELS_MAX * 1_000_000) {
    throw new UnusableImage(`The image has more than ${MEGAPIXELS_MAX} megapixels`);
  }
  if ((about.pages ?? 1) > FRAMES_MAX) {
    throw new UnusableImage(`The image has more than ${FRAMES_MAX} frames`);
  }
  return about;
};

/** What is written in every profile of sRGB, in one encoding or the other: it says nothing new. */
const isSrgb = (profile: Uint8Array): boolean => {
  const text = Buffer.from(profile).toString('latin1');
  return text.includes('sRGB') || text.includes('s\0R\0G\0B');
};

/** Whether a picture has colours of its own that a profile explains. */
const hasOwnColours = ({ icc, space }: Metadata): boolean =>
  icc !== undefined && space === 'srgb' && !isSrgb(icc);

export interface CleanOptions {
  /** Keeps its pixels as they are, as far as that can be done without its metadata. */
  readonly original?: boolean;
}

/**
 * The picture alone, in its own format: turned upright, at most `PHOTO_MAX_SIDE` pixels long and
 * wide, without metadata and anything else in the file, but for the profile of its colours. It is
 * encoded again only where that makes it smaller or the picture is another. Throws `UnusableImage`
 * when it is damaged or too large.
 */
export const cleanRaster = async (
  bytes: Uint8Array,
  type: RasterType,
  { original = false }: CleanOptions = {},
): Promise<Uint8Array> => {
  const sharp = await loadSharp();
  try {
    // The pixels are counted by `describe`, whose message says what is wrong.
    const picture = sharp(bytes, {
      animated: hasFrames(type),
      limitInputPixels: false,
      failOn: 'error',
    });
    const about = await describe(picture, type);
    const { width, height, pageHeight = height, orientation = 1, pages = 1 } = about;
    const isTooLong = !original && Math.max(width, pageHeight) > PHOTO_MAX_SIDE;
    const keepsProfile = hasOwnColours(about);
    const upright = pages > 1 ? picture : picture.autoOrient();
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
