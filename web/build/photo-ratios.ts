import { RATIOS } from 'content-schema/show-images';
import type { Plugin } from 'vite';

/** Adds a class for each ratio of pictures side by side to the styles of images. */
export const photoRatios = (): Plugin => ({
  name: 'photo-ratios',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/styles/images.css')
      ? code + RATIOS.map((ratio) => `.ratio-${ratio} { --ratio: ${ratio / 10}; }`).join('\n')
      : undefined,
});
