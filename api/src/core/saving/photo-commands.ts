import { photoDetailsPath, photoPath, type Issue } from 'content-schema';
import { isSame } from 'content-schema/merge';
import { readPhotoFile, writePhotoFile, type PhotoChange } from 'content-schema/photo-file';
import { toNewFile } from '../git-store/changes.ts';
import type { StoredBlob } from '../git-store/git-store.ts';
import { createPhotoFilenames, photoFilename } from '../photos/file-name.ts';
import { extensionOf, type PhotoType } from '../photos/image-types.ts';
import { randomnessOf, type Photo } from '../photos/photo.ts';
import { EntityNotFound, invalidInput, rejectIssues } from '../reading/errors.ts';
import { usesOf } from '../reading/photo-uses.ts';
import { detailedSubject, summaryOf, type ChangeSummary } from '../messages/commit-subject.ts';
import { rejectUnreadable, textChange, type Command, type SaveContext } from './save-command.ts';

export interface NewPhoto {
  /** A ULID, which contains the photo's date. */
  readonly id: string;
  readonly sentName: string;
  readonly type: PhotoType;
  readonly content: Uint8Array | StoredBlob;
  readonly details: PhotoChange;
}

/** The subject has the name of a single photo without quotes: `Upload photo sunset.jpg`. */
const summaryOfPhotos = (verb: string, filenames: readonly string[]): ChangeSummary => {
  const summary = summaryOf(verb, 'photo', filenames);
  const { name } = summary.kind;
  return name === undefined ? summary : { ...summary, subject: `${verb} photo ${name}` };
};

const ID_TAKEN = 'A photo with this id exists already';

/**
 * Adds photos, each with a unique file name. Skips stored ones, so that a save can be repeated:
 * those of the same bytes and random part of the id. Throws `InvalidInput` for other bytes.
 */
export const addPhotos =
  (photos: readonly NewPhoto[]): Command =>
  ({ current }) => {
    const filenameFor = createPhotoFilenames(current.photos.map(({ filename }) => filename));
    const stored = new Map(current.photos.map(({ id, blob }) => [randomnessOf(id), blob]));
    const changes = new Map<string, Uint8Array | StoredBlob>();
    const added: string[] = [];
    const issues: Issue[] = [];
    for (const [index, { id, sentName, type, content, details }] of photos.entries()) {
      const { sha } = toNewFile(content);
      const storedSha = stored.get(randomnessOf(id));
      if (storedSha !== undefined) {
        if (storedSha !== sha) issues.push({ path: `${index}.id`, message: ID_TAKEN });
        continue;
      }
      stored.set(randomnessOf(id), sha);
      const filename = filenameFor(sentName, extensionOf(type));
      const path = photoPath(id, filename);
      changes.set(path, content);
      changes.set(...textChange(photoDetailsPath(path), writePhotoFile(undefined, details)));
      added.push(filename);
    }
    rejectIssues(issues);
    return { ...summaryOfPhotos('Upload', added), changes };
  };

const findPhoto = ({ current }: SaveContext, id: string): Photo => {
  const photo = current.photos.find((each) => each.id === id);
  if (!photo) throw new EntityNotFound('Photo not found');
  return photo;
};

const HAND_NAMED = 'A photo that was added by hand keeps its name, which is its address';

/** The error for a file name that is used in a text. Links by id survive a rename. */
const usedName = (title: string, filename: string): string =>
  `“${title}” shows the photo as /uploads/${filename}, which would no longer work. Change that first`;

const newName = ({ current }: SaveContext, photo: Photo, sentName: string): string => {
  const { id, filename } = photo;
  const extension = filename.slice(filename.lastIndexOf('.') + 1);
  const taken = current.photos.filter((other) => other !== photo).map((other) => other.filename);
  const name = photoFilename(sentName, extension, taken);
  if (name === filename) return name;
  if (id === filename) throw invalidInput('filename', HAND_NAMED);
  const [user] = usesOf([filename], current);
  if (user) throw invalidInput('filename', usedName(user.title, filename));
  return name;
};

const DETAIL_NAMES = { alt: 'alt text', caption: 'caption', focus: 'focal point' } as const;

type EditedDetails = Pick<PhotoChange, keyof typeof DETAIL_NAMES>;

const detailNames = (before: string | undefined, edit: EditedDetails): string[] => {
  const { details } = readPhotoFile(before ?? '{}');
  const keys = Object.keys(DETAIL_NAMES) as (keyof EditedDetails)[];
  return keys
    .filter((key) => edit[key] !== undefined && !isSame(details[key] ?? '', edit[key] ?? ''))
    .map((key) => DETAIL_NAMES[key]);
};

const summaryOfPatch = (
  name: string,
  renamed: string,
  details: readonly string[],
): ChangeSummary => {
  const isRenamed = renamed !== name;
  const verb = isRenamed && details.length === 0 ? 'Rename' : 'Update';
  const { subject, kind } = summaryOf(verb, 'photo', [name]);
  if (verb === 'Rename') return { subject: `${subject} to "${renamed}"`, kind };
  return { subject: detailedSubject(subject, [...(isRenamed ? ['name'] : []), ...details]), kind };
};

type PhotoPatch = PhotoChange & { readonly filename?: string | undefined };

/** Edits a photo's details and name. Throws `EntityNotFound`, `InvalidInput`, `UnreadableFile`. */
export const changePhoto =
  (id: string, { filename, alt, caption, focus }: PhotoPatch): Command =>
  async (context) => {
    const photo = findPhoto(context, id);
    const details: EditedDetails = { alt, caption, focus };
    const path = photoDetailsPath(photo.key);
    const before = photo.detailsBlob && (await context.blobs.text(photo.detailsBlob));
    const hasDetails = Object.values(details).some((value) => value !== undefined);
    if (hasDetails) rejectUnreadable(context.current, path);
    const renamed = filename === undefined ? photo.filename : newName(context, photo, filename);
    const changes = new Map<string, Uint8Array | StoredBlob | null>();
    if (renamed !== photo.filename) {
      changes.set(photo.key, null);
      changes.set(photoPath(id, renamed), { sha: photo.blob, size: photo.size });
    }
    if (hasDetails) changes.set(...textChange(path, writePhotoFile(before, details)));
    return { ...summaryOfPatch(photo.filename, renamed, detailNames(before, details)), changes };
  };

/**
 * Deletes photos with their metadata; `onPhotos` is called with them. Ids that are already deleted
 * are ignored. Throws `EntityNotFound` if none is left.
 */
export const deletePhotos =
  (ids: readonly string[], onPhotos?: (photos: readonly Photo[]) => void): Command =>
  ({ current }) => {
    const photos = current.photos.filter(({ id }) => ids.includes(id));
    if (photos.length === 0) throw new EntityNotFound('Photo not found');
    onPhotos?.(photos);
    return {
      ...summaryOfPhotos(
        'Delete',
        photos.map(({ filename }) => filename),
      ),
      changes: new Map(
        photos.flatMap(({ key }) => [
          [key, null],
          [photoDetailsPath(key), null],
        ]),
      ),
    };
  };
