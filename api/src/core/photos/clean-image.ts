import { uploadMessages } from 'content-schema';
import { isHeic, sniffImageType } from './image-types.ts';
import { cleanRaster, type CleanOptions } from './clean-raster.ts';
import { UnsupportedImage } from './errors.ts';
import type { SvgCleaner } from './svg-cleaner.ts';

/**
 * Returns the image in a file without metadata and active content, with the type of its bytes.
 * Throws `UnsupportedImage` or `UnusableImage`.
 */
export const cleanImage = async (
  bytes: Uint8Array,
  cleanSvg: SvgCleaner,
  options?: CleanOptions,
) => {
  const type = sniffImageType(bytes);
  if (type === undefined)
    throw new UnsupportedImage(isHeic(bytes) ? uploadMessages.heic : undefined);
  const clean =
    type === 'image/svg+xml' ? await cleanSvg(bytes) : await cleanRaster(bytes, type, options);
  return { type, bytes: clean };
};
