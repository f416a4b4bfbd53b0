import type { PhotoDetails, Problem } from 'content-schema';
import { memoizeByIdentity } from '../../memo.ts';
import type { Photo } from '../../photos/photo.ts';
import type { PhotoFacts } from '../../photos/photo-facts.ts';
import type { ContentSnapshot } from './snapshot.ts';

/** What is known of a photo: what is written beside it, and what was seen by looking at it. */
interface PhotoInfo
  extends PhotoDetails, Pick<Photo, 'id' | 'key' | 'filename' | 'mimetype' | 'blob'> {}

/** Finds what is known of a photo, at once; undefined where there is no such photo. */
export type FindPhoto = (snapshot: ContentSnapshot, id: string) => PhotoInfo | undefined;

/** What a file says of its photo holds, but for its size, which may be another photo's. */
export const detailsOf = (
  { details, blob }: Pick<Photo, 'details' | 'blob'>,
  facts: Pick<PhotoFacts, 'of'>,
): PhotoDetails => {
  const { width, height, colour = details.colour } = facts.of(blob) ?? details;
  return {
    ...details,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(colour !== undefined && { colour }),
  };
};

const photosById = memoizeByIdentity(
  ({ photos }: ContentSnapshot) => new Map(photos.map((photo) => [photo.id, photo])),
);

export const createFindPhoto =
  (facts: Pick<PhotoFacts, 'of'>): FindPhoto =>
  (snapshot, id) => {
    const photo = photosById(snapshot).get(id);
    if (!photo) return undefined;
    const { key, filename, mimetype, blob } = photo;
    return { id, key, filename, mimetype, blob, ...detailsOf(photo, facts) };
  };

/**
 * The photos that were looked at and could not be measured, so that they are no pictures, or damaged ones:
 * how a file begins doesn't tell everything, and not every store tells it. An SVG may have no size.
 */
export const unmeasurablePhotos = (
  { photos, fileProblems }: ContentSnapshot,
  facts: Pick<PhotoFacts, 'of'>,
): Problem[] =>
  photos
    .filter(({ mimetype, blob }) => mimetype !== 'image/svg+xml' && facts.of(blob) === null)
    .filter(({ key }) => !fileProblems.get(key)?.length)
    .map(({ key }) => ({ path: key, message: 'It is no picture, or a damaged one' }));
