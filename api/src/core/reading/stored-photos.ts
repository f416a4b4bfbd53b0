import { photoDetailsPath, type FileProblem } from 'content-schema';
import { readPhotoFile } from 'content-schema/photo-file';
import { UnreadableObject } from '../git-store/errors.ts';
import type { BlobStart, Tree } from '../git-store/git-store.ts';
import { sniffImageType } from '../photos/image-types.ts';
import { photosOf, type Photo } from '../photos/photo.ts';
import { readText, unreadable } from './text-file.ts';

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
 * Returns the problems of an image file, judged by its first bytes; undefined if they are unknown.
 * Some stores only know that a file is binary; such a file is assumed to be an image.
 */
export const imageProblems = (start: BlobStart | undefined): readonly FileProblem[] | undefined => {
  if (start === undefined) return undefined;
  if (start instanceof UnreadableObject) return [unreadable(start)];
  if (start === 'binary' || sniffImageType(start)) return [];
  const { problem, isNoText } = readText(start);
  return [{ message: (isNoText && problem?.message) || 'It is not a picture' }];
};
