import type sharpOf from 'sharp';

/** Loaded with the first picture: it would delay every start. */
export const loadSharp = async (): Promise<typeof sharpOf> => {
  const { default: sharp } = await import('sharp');
  // What is asked for again is kept by the caches, in bytes that count.
  sharp.cache(false);
  return sharp;
};
