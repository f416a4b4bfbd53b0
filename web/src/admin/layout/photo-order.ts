import { matchingPosts, type Upload } from 'content-schema';

export type PhotoOrder = 'newest' | 'name' | 'size';

const COMPARE: Readonly<Record<PhotoOrder, (one: Upload, other: Upload) => number>> = {
  newest: (one, other) => other.created_at.localeCompare(one.created_at),
  name: (one, other) =>
    one.filename.localeCompare(other.filename, undefined, { numeric: true, sensitivity: 'base' }),
  size: (one, other) => other.size - one.size,
};

/** The photos whose name, alt text or caption contains every word, sorted. */
export const findPhotos = (
  photos: readonly Upload[],
  words: string,
  order: PhotoOrder = 'newest',
): readonly Upload[] => {
  const matches = matchingPosts(words);
  return photos
    .filter(({ filename, alt = '', caption = '' }) =>
      matches({ title: filename, tags: [alt, caption] }),
    )
    .toSorted(COMPARE[order]);
};
