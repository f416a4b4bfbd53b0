import {
  photoDetailsPath,
  withoutUndefined,
  type FileProblem,
  type PhotoDetails,
  type Problem,
} from 'content-schema';
import { readPhotoFile } from 'content-schema/photo-file';
import { UnreadableObject } from '../git-store/errors.ts';
import type { BlobStart, Tree } from '../git-store/git-store.ts';
import { isRaster, sniffType } from '../photos/image-types.ts';
import { photosOf, sizedPhotoOf, type Photo } from '../photos/photo.ts';
import { readText, unreadable } from './text-file.ts';
import { memoizeByIdentity } from '../memo.ts';
import type { PhotoFacts } from '../photos/photo-facts.ts';
import type { ContentSnapshot } from './snapshot.ts';

/** A photo in a tree, whose metadata is not read yet. */
export type ListedPhoto = Omit<Photo, 'details' | 'problems'> & { readonly details?: undefined };

export const listPhotos = (tree: Tree): readonly ListedPhoto[] =>
  photosOf(tree).map((file) => ({
    ...file,
    detailsBlob: tree.get(photoDetailsPath(file.key))?.sha,
  }));

type Content = Uint8Array | UnreadableObject | undefined;

const readDetails = (content: Content): Pick<Photo, 'details' | 'problems'> => {
  if (!(content instanceof Uint8Array)) {
    return { details: {}, problems: [{ ...unreadable(content), readOnly: true }] };
  }
  const { text, problem } = readText(content);
  const { details, problems } = readPhotoFile(text);
  return { details, problems: problem ? [problem] : problems };
};

/** Parses a photo's metadata file; errors in it become problems of the photo. Never throws. */
export const readPhoto = (photo: ListedPhoto, content: Content): Photo => ({
  ...photo,
  ...(photo.detailsBlob === undefined ? { details: {}, problems: [] } : readDetails(content)),
});

/** Returns the problems of photos, by the paths of the metadata files. */
export const detailsProblems = (
  photos: readonly Photo[],
): [path: string, problems: readonly FileProblem[]][] =>
  photos
    .filter(({ problems }) => problems.length > 0)
    .map(({ key, problems }) => [photoDetailsPath(key), problems]);

/**
 * Returns the problems of a photo's file by its first bytes; undefined if they are unknown. Some
 * stores only know that a file is binary: then it is assumed to be an image.
 */
export const imageProblems = (start: BlobStart | undefined): readonly FileProblem[] | undefined => {
  if (start === undefined) return undefined;
  if (start instanceof UnreadableObject) return [unreadable(start)];
  if (start === 'binary' || sniffType(start)) return [];
  const { problem, isNoText } = readText(start);
  return [{ message: (isNoText && problem?.message) || 'It is not a picture' }];
};

/** Combines a photo's metadata with what was measured; the JSON file may be of another image. */
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
    return photo && { ...sizedPhotoOf(photo), ...detailsOf(photo, facts) };
  };

/**
 * Returns the problems of photos that could not be measured: the first bytes don't reveal every
 * damage, and not every store returns them. SVGs and videos may have no size.
 */
export const unmeasurablePhotos = (
  { photos, fileProblems }: ContentSnapshot,
  facts: Pick<PhotoFacts, 'of'>,
): Problem[] =>
  photos
    .filter(({ mimetype, blob }) => isRaster(mimetype) && facts.of(blob) === null)
    .filter(({ key }) => !fileProblems.get(key)?.length)
    .map(({ key }) => ({ path: key, message: 'It is not a picture, or it is damaged' }));
