import type { Command } from './save-command.ts';
import { EntityNotFound } from '../errors.ts';

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
