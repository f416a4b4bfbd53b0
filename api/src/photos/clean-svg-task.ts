import { cleanSvg } from './clean-svg.ts';
import { ImageError, UnsupportedImage } from './errors.ts';

/** Errors lose their class when they are sent from a worker. */
type CleanSvgResult =
  { readonly bytes: Uint8Array } | { readonly unusable: string } | { readonly unsupported: true };

/** Runs `cleanSvg` in a worker thread. */
export const cleanSvgTask = (bytes: Uint8Array): CleanSvgResult => {
  try {
    return { bytes: cleanSvg(bytes) };
  } catch (error) {
    if (error instanceof UnsupportedImage) return { unsupported: true };
    if (error instanceof ImageError) return { unusable: error.message };
    throw error;
  }
};
