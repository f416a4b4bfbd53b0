import { matchingPosts, type Upload } from 'content-schema';

export type PhotoOrder = 'newest' | 'name' | 'size';

type Compare = (one: Upload, other: Upload) => number;

const byName: Compare = (one, other) =>
  one.filename.localeCompare(other.filename, undefined, { numeric: true, sensitivity: 'base' });

const COMPARE: Readonly<Record<PhotoOrder, Compare>> = {
  // Photos of one upload have the same date, and usually numbers in their names.
  newest: (one, other) => other.created_at.localeCompare(one.created_at) || byName(other, one),
  name: byName,
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
