import { fallback } from '../git-store/errors.ts';
import { TaskOutOfBounds } from '../workers/worker-pool.ts';
import type { Workers } from '../workers/workers.ts';
import { TOO_COMPLEX } from './clean-svg.ts';
import { UnsupportedImage, UnusableImage } from './errors.ts';

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
