import { withoutUndefined, type PhotoDetails, type Problem } from 'content-schema';
import { memoizeByIdentity } from '../memo.ts';
import type { Photo } from '../photos/photo.ts';
import type { PhotoFacts } from '../photos/photo-facts.ts';
import type { ContentSnapshot } from './snapshot.ts';

/**
 * Combines a photo's metadata from its JSON file and from analysing the image. The measured size has precedence: the one in the JSON file may be that of
 * another image.
 */
export const detailsOf = (
  { details, blob }: Pick<Photo, 'details' | 'blob'>,
  facts: Pick<PhotoFacts, 'of'>,
): PhotoDetails => {
  const { width, height, colour = details.colour } = facts.of(blob) ?? details;
  return { ...details, ...withoutUndefined({ width, height, colour }) };
};

const photosById = memoizeByIdentity(
  ({ photos }: ContentSnapshot) => new Map(photos.map((photo) => [photo.id, photo])),
);

export const createFindPhoto =
  (facts: Pick<PhotoFacts, 'of'>) =>
  /** Returns a photo's metadata without waiting; undefined if there is no such photo. */
  (snapshot: ContentSnapshot, id: string) => {
    const photo = photosById(snapshot).get(id);
    if (!photo) return undefined;
    const { key, filename, mimetype, blob } = photo;
    return { id, key, filename, mimetype, blob, ...detailsOf(photo, facts) };
  };

/**
 * Returns the problems of photos that could not be measured, so they are not images or damaged. The
 * first bytes don't reveal every damage, and not every store returns them. SVGs are left out, since
 * they may have no size.
 */
export const unmeasurablePhotos = (
  { photos, fileProblems }: ContentSnapshot,
  facts: Pick<PhotoFacts, 'of'>,
): Problem[] =>
  photos
    .filter(({ mimetype, blob }) => mimetype !== 'image/svg+xml' && facts.of(blob) === null)
    .filter(({ key }) => !fileProblems.get(key)?.length)
    .map(({ key }) => ({ path: key, message: 'It is not a picture, or it is damaged' }));
