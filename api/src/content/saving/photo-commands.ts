import { photoPath } from 'content-schema';
import type { CleanImage } from '../../photos/clean-image.ts';
import { photoFilename } from '../../photos/file-name.ts';
import { extensionOf } from '../../photos/image-types.ts';
import { EntityNotFound } from '../errors.ts';
import type { Command } from './save-command.ts';

interface NewPhoto {
  /** A ULID, from which the photo's date is known. */
  readonly id: string;
  /** As the file was called where it came from. */
  readonly sentName: string;
  readonly image: CleanImage;
}

/** Adds a photo under a file name that no other photo has. */
export const uploadPhoto =
  ({ id, sentName, image }: NewPhoto): Command =>
  ({ current }) => {
    const taken = current.photos.map(({ filename }) => filename);
    const filename = photoFilename(sentName, extensionOf(image.type), taken);
    return Promise.resolve({
      subject: `Upload photo ${filename}`,
      changes: new Map([[photoPath(id, filename), image.bytes]]),
    });
  };

/** Throws `EntityNotFound` when there is no such photo. */
export const deletePhoto =
  (id: string): Command =>
  ({ current }) => {
    const photo = current.photos.find((it) => it.id === id);
    if (!photo) return Promise.reject(new EntityNotFound('Photo not found'));
    return Promise.resolve({
      subject: `Delete photo ${photo.filename}`,
      changes: new Map([[photo.key, null]]),
    });
  };
