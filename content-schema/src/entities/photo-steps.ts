import type { FocalPoint } from './photo.ts';

export const CHANNEL_STEPS = 7;
export const FOCUS_STEPS = 4;

/** A colour as the style sheet has it, each channel in steps, e.g. `r7 g0 b3`. */
export const colourSteps = (colour: string): string =>
  ['r', 'g', 'b']
    .map((name, at) => {
      const channel = parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16);
      return `${name}${Math.round((channel / 255) * CHANNEL_STEPS)}`;
    })
    .join(' ');

/** A focal point as the style sheet has it, in steps, e.g. `x1 y4`. */
export const focusSteps = ({ x, y }: FocalPoint): string =>
  `x${Math.round(x * FOCUS_STEPS)} y${Math.round(y * FOCUS_STEPS)}`;
