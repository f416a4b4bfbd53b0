import type sharpOf from 'sharp';

/** Loads sharp on first use, since it would delay every start. */
export const loadSharp = async (): Promise<typeof sharpOf> => {
  const { default: sharp } = await import('sharp');
  // Disabled, since our caches keep results within their own limits.
  sharp.cache(false);
  return sharp;
};
