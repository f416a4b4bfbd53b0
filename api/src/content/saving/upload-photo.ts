import { photoPath } from 'content-schema';
import type { CleanImage } from '../../photos/clean-image.ts';
import { photoFilename } from '../../photos/file-name.ts';
import { extensionOf } from '../../photos/image-extension.ts';
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
