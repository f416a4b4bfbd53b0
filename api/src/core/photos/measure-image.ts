import type { PhotoDetails } from 'content-schema';
import { sniffImageType } from './image-types.ts';
import { loadSharp } from './load-sharp.ts';

/** The measured facts of an image: its size in pixels, upright, and its mean colour. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  /** Absent if the image has transparency. */
  readonly colour?: NonNullable<PhotoDetails['colour']>;
}

const SVG_HEAD_BYTES = 4096;
const NUMBER = String.raw`\s*=\s*["']\s*([\d.]+)(?:px)?\s*["']`;
const VIEW_BOX = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/;

const toPixels = (text: string | undefined): number | undefined => {
  const pixels = Math.round(Number(text));
  return pixels > 0 ? pixels : undefined;
};

/** Returns the size of an SVG from its attributes, else from its view box. */
const measureSvg = (bytes: Uint8Array): ImageFacts | undefined => {
  const head = Buffer.from(bytes.subarray(0, SVG_HEAD_BYTES)).toString('utf8');
  const [root = ''] = /<svg\b[^>]*/i.exec(head) ?? [];
  const attribute = (name: string) => toPixels(new RegExp(`\\s${name}${NUMBER}`).exec(root)?.[1]);
  const [own, box] = [[attribute('width'), attribute('height')], VIEW_BOX.exec(root)?.slice(1)];
  const [width, height] = own.every(Boolean) ? own : (box ?? []).map(toPixels);
  return width && height ? { width, height } : undefined;
};

/** The side of the sample for the mean; decoders downscale to it efficiently. */
const SAMPLE_PIXELS = 16;
const OPAQUE = 250;

/** Returns the mean of RGBA pixels; undefined if any is transparent. */
const meanColour = (pixels: Uint8Array): string | undefined => {
  const sums = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < OPAQUE) return undefined;
    for (const i of [0, 1, 2]) sums[i] = (sums[i] ?? 0) + (pixels[at + i] ?? 0);
  }
  const mean = (sum: number) => Math.round(sum / (pixels.length / 4));
  return `#${sums.map((sum) => mean(sum).toString(16).padStart(2, '0')).join('')}`;
};

const TIMEOUT_SECONDS = 20;

/** Measures an image; undefined if it is damaged or not an image. */
export const measureImage = async (bytes: Uint8Array): Promise<ImageFacts | undefined> => {
  const type = sniffImageType(bytes);
  if (type === undefined) return undefined;
  if (type === 'image/svg+xml') return measureSvg(bytes);
  try {
    const sharp = await loadSharp();
    const { autoOrient } = await sharp(bytes).metadata();
    const sample = await sharp(bytes)
      .resize(SAMPLE_PIXELS, SAMPLE_PIXELS, { fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .raw()
      .toBuffer();
    const colour = meanColour(sample);
    const { width, height } = autoOrient;
    return { width, height, ...(colour !== undefined && { colour }) };
  } catch {
    return undefined;
  }
};
