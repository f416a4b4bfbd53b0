import {
  photoOf,
  photoPath,
  UNDATED,
  type FileProblem,
  type PhotoDetails,
  type SizedPhoto,
  type Upload,
} from 'content-schema';
import { decodeTime, isValid } from 'ulid';
import type { BlobSha, Tree } from '../git-store/git-store.ts';
import { photoFilename } from './file-name.ts';
import { formatsOf, typeOfName, type PhotoType } from './image-types.ts';

/** A stored photo, as its path and its tree entry describe it. */
export interface PhotoFile extends Pick<Upload, 'id' | 'key' | 'filename' | 'size'> {
  readonly mimetype: PhotoType;
  /** `UNDATED` for a photo that was added by hand, whose id contains no time. */
  readonly createdAt: Date;
  readonly blob: BlobSha;
}

export interface Photo extends PhotoFile {
  readonly details: PhotoDetails;
  /** The metadata file; undefined if there is none. */
  readonly detailsBlob: BlobSha | undefined;
  readonly problems: readonly FileProblem[];
}

/** Returns what an address contains of a file, so that a new file has a new address. */
export const versionOf = (blob: BlobSha): string => blob.slice(0, 12);

export const sizedPhotoOf = ({ id, blob, mimetype }: PhotoFile): SizedPhoto => ({
  id,
  version: versionOf(blob),
  formats: formatsOf(mimetype),
});

const TIME_LENGTH = 10;

/** Returns the part of a ULID after its time. */
export const randomnessOf = (id: string): string => id.slice(TIME_LENGTH);

const timeOf = (id: string): Date => new Date(isValid(id) ? decodeTime(id) : UNDATED);

const newestFirst = (a: PhotoFile, b: PhotoFile): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.key < b.key ? -1 : 1);

/**
 * Returns all photos of a tree, newest first. If several files share an id, only the first by path
 * counts. Files without the extension of a photo are ignored.
 */
export const photosOf = (tree: Tree): readonly PhotoFile[] => {
  const photos = [...tree].flatMap(([key, { sha, size }]): PhotoFile[] => {
    const photo = photoOf(key);
    const mimetype = photo && typeOfName(photo.filename);
    if (!mimetype) return [];
    return [{ ...photo, key, mimetype, size, createdAt: timeOf(photo.id), blob: sha }];
  });
  const byId = new Map<string, PhotoFile>();
  for (const photo of photos.sort(newestFirst)) {
    if (!byId.has(photo.id)) byId.set(photo.id, photo);
  }
  return [...byId.values()];
};

/** Returns the id of a photo in a folder of its own, where a rename keeps it. */
export const photoFolderOf = (path: string): string | undefined => {
  const photo = photoOf(path);
  return photo && photo.id !== photo.filename ? photo.id : undefined;
};

/** Returns where to put back a photo: its old path, or with a file name that is free in `tree`. */
export const createFreePhotoPaths = (tree: Tree): ((path: string) => string) => {
  let names: ReadonlyMap<string, string> | undefined;
  return (path) => {
    const id = photoFolderOf(path);
    if (id === undefined) return path;
    const filename = path.slice(path.lastIndexOf('/') + 1);
    names ??= new Map(photosOf(tree).map((photo) => [photo.filename.toLowerCase(), photo.id]));
    const owner = names.get(filename.toLowerCase());
    if (owner === undefined || owner === id) return path;
    const extension = filename.slice(filename.lastIndexOf('.') + 1);
    return photoPath(id, photoFilename(filename, extension, names.keys()));
  };
};
