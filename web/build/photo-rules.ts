import { CHANNEL_STEPS, FOCUS_STEPS } from 'content-schema';
import { RATIOS } from 'content-schema/show-images';
import type { Plugin } from 'vite';

/** Rules for the values from 0 to `steps` of what has a name of one letter in an attribute. */
const stepRules =
  (attribute: string, steps: number, valueOf: (share: number) => string) =>
  (name: string): string[] =>
    Array.from(
      { length: steps + 1 },
      (_, step) => `[${attribute}~='${name}${step}'] { --${name}: ${valueOf(step / steps)}; }`,
    );

const colourRules = stepRules('data-colour', CHANNEL_STEPS, (share) =>
  String(Math.round(share * 255)),
);
const focusRules = stepRules('data-focus', FOCUS_STEPS, (share) => `${share * 100}%`);

/**
 * Adds the rules for the shape, the colour and the focal point of photos to the styles of images,
 * since the CSP forbids inline styles and not all browsers read colours and lengths of attributes.
 */
export const photoRules = (): Plugin => ({
  name: 'photo-rules',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/styles/images.css')
      ? [
          code,
          ...RATIOS.map((ratio) => `.ratio-${ratio} { --ratio: ${ratio / 10}; }`),
          ...['r', 'g', 'b'].flatMap(colourRules),
          ...['x', 'y'].flatMap(focusRules),
        ].join('\n')
      : undefined,
});
