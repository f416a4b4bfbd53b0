import { photoOf, UNDATED, type FileProblem, type PhotoDetails } from 'content-schema';
import { decodeTime, isValid } from 'ulid';
import type { BlobSha, Tree } from '../git-store/git-store.ts';
import { typeOfName } from './image-types.ts';

/** A stored photo, as its path and its tree entry describe it. */
export interface PhotoFile {
  readonly id: string;
  /** The path in the content repository. */
  readonly key: string;
  readonly filename: string;
  readonly mimetype: string;
  /** Bytes. */
  readonly size: number;
  /** `UNDATED` for a photo that was dropped in by hand: its name holds no time. */
  readonly createdAt: Date;
  readonly blob: BlobSha;
}

/** A stored photo with what the file beside it says. */
export interface Photo extends PhotoFile {
  readonly details: PhotoDetails;
  /** That file; undefined where there is none. */
  readonly detailsBlob: BlobSha | undefined;
  /** What in it can't be read. */
  readonly problems: readonly FileProblem[];
}

const timeOf = (id: string): Date => new Date(isValid(id) ? decodeTime(id) : UNDATED);

const newestFirst = (a: PhotoFile, b: PhotoFile): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.key < b.key ? -1 : 1);

/**
 * All photos of a tree, newest first. Where several files share an id only the first by path is
 * one; files that are not named as images are none.
 */
export const photosOf = (tree: Tree): readonly PhotoFile[] => {
  const photos = [...tree].flatMap(([key, { sha, size }]): PhotoFile[] => {
    const place = photoOf(key);
    const mimetype = place && typeOfName(place.filename);
    if (!mimetype) return [];
    return [{ ...place, key, mimetype, size, createdAt: timeOf(place.id), blob: sha }];
  });
  const byId = new Map<string, PhotoFile>();
  for (const photo of photos.sort(newestFirst)) {
    if (!byId.has(photo.id)) byId.set(photo.id, photo);
  }
  return [...byId.values()];
};
