import { uploadMessages } from 'content-schema';
import { isHeic, isVideo, sniffType } from './image-types.ts';
import { blankMp4 } from './strip-metadata.ts';
import { cleanRaster, type CleanOptions } from './clean-raster.ts';
import { UnsupportedImage, UnusableImage } from './errors.ts';
import { fallback } from '../git-store/errors.ts';
import { TaskOutOfBounds } from '../workers/worker-pool.ts';
import type { Workers } from '../workers/workers.ts';
import { TOO_COMPLEX } from './clean-svg.ts';

/** Runs `cleanSvg` in a worker thread. Throws `UnusableImage` also if that takes too long. */
export type SvgCleaner = (bytes: Uint8Array) => Promise<Uint8Array>;

export const createSvgCleaner =
  (workers: Workers): SvgCleaner =>
  async (bytes) => {
    const cleaning = workers.run('cleanSvg', bytes);
    const result = await cleaning.catch(fallback({ unusable: TOO_COMPLEX }, TaskOutOfBounds));
    if ('unusable' in result) throw new UnusableImage(result.unusable);
    if ('unsupported' in result) throw new UnsupportedImage();
    return result.bytes;
  };

/** Removes metadata and active content. Throws `UnsupportedImage` or `UnusableImage`. */
export const cleanImage = async (
  bytes: Uint8Array,
  cleanSvg: SvgCleaner,
  options?: CleanOptions,
) => {
  const type = sniffType(bytes);
  if (type === undefined)
    throw new UnsupportedImage(isHeic(bytes) ? uploadMessages.heic : undefined);
  if (isVideo(type)) {
    const video = Buffer.from(bytes);
    if (type === 'video/webm' || blankMp4(video)) return { type, bytes: video };
    throw new UnusableImage('The video is damaged and cannot be read');
  }
  const clean =
    type === 'image/svg+xml' ? await cleanSvg(bytes) : await cleanRaster(bytes, type, options);
  return { type, bytes: clean };
};
