import { photoAddress } from 'content-schema';
import { altsIn } from 'content-schema/images-in-text';
import { VIDEO_START } from 'content-schema/video';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ulid } from 'ulid';
import { photoMarkdown } from '../../../../data/photos.ts';
import type { SentPhoto } from '../../../../data/save-calls.ts';
import { ApiError } from '../../../../data/request.ts';
import { isUnderWay, rejectionOf, usePhotoUploads } from '../../editing/photos/photo-uploads.ts';
import {
  deleteStored,
  deleteUnusedPhotos,
  findUnsavedPhoto,
  storeUnsavedPhoto,
} from '../../editing/edit/drafts.ts';
import { chosenIdsIn } from './photos-in-text.ts';

export const isInText = (text: string, id: string): boolean => text.includes(photoAddress(id));

/** The ids of the photos whose tokens the server no longer knows. */
const expiredIn = (error: unknown, photos: readonly SentPhoto[]): readonly string[] => {
  const paths = error instanceof ApiError ? error.issues.map(({ path }) => path) : [];
  return photos.flatMap(({ id }, index) => (paths.includes(`photos.${index}.staged`) ? [id] : []));
};

/** Gives the issues of a `ContentPatch` the paths of the form; `textPath` is that of the text. */
const ofForm = (error: unknown, textPath: string): unknown => {
  if (!(error instanceof ApiError)) return error;
  const { message: text, status, code, conflicts, revision } = error;
  const issues = error.issues.map(({ path, message }) => ({
    path: path.replace(/^posts\.changed\.0\./, '').replace(/^photos\..*/, textPath),
    message,
  }));
  return new ApiError(text, { status, code, issues, conflicts, revision });
};

/** The photos inserted into a text, by id. A save stores them, unless the text `stored` has them. */
export const useNewPhotos = (stored: string, textPath = 'content') => {
  const { uploads, latest, retry, ...queue } = usePhotoUploads({ stageOnly: true });
  const [localFiles, setLocalFiles] = useState<ReadonlyMap<string, string>>(new Map());
  const searches = useRef(new Map<string, Promise<void>>());

  const find = (id: string) => latest().find(({ key }) => key === id);
  const uploadsIn = (text: string) => latest().filter(({ key }) => isInText(text, key));

  const problemOf = (text: string): string | undefined => {
    const failed = uploadsIn(text).filter(({ state }) => ['failed', 'cancelled'].includes(state));
    const [one, ...others] = failed;
    if (!one) return undefined;
    return others.length === 0
      ? `${one.name} was not uploaded. Retry or remove it before you save.`
      : `${failed.length} pictures were not uploaded. Retry or remove them before you save.`;
  };

  const upload = (id: string, file: File) => {
    const address = URL.createObjectURL(file) + (file.type.startsWith('video/') ? VIDEO_START : '');
    setLocalFiles((files) => new Map([...files, [id, address]]));
    queue.add([{ key: id, file }]);
  };

  /** Uploads files. Returns the Markdown of those that are photos. */
  const add = (files: readonly File[]): readonly string[] => {
    const now = Date.now();
    return files.flatMap((file, index) => {
      if (rejectionOf(file) !== undefined) {
        queue.add([{ file }]);
        return [];
      }
      // Lists show the newest photo first, and so the first of these.
      const id = ulid(now - index);
      upload(id, file);
      void storeUnsavedPhoto(id, file);
      return photoMarkdown('', id);
    });
  };

  /** Uploads the photos of a restored draft, whose files the browser has stored. */
  const restore = async (text: string) => {
    const { current: running } = searches;
    for (const id of chosenIdsIn(text)) {
      if (isInText(stored, id) || find(id) || running.has(id)) continue;
      const search = async () => {
        const photo = await findUnsavedPhoto(id);
        if (photo?.file) upload(id, photo.file);
        else if (photo) queue.add([{ key: id, name: photo.name }]);
      };
      running.set(id, search());
    }
    await Promise.all(running.values());
  };

  const whenStaged = async (text: string): Promise<readonly SentPhoto[]> => {
    const check = () => {
      const message = problemOf(text);
      if (message === undefined) return;
      throw new ApiError(message, { status: 400, issues: [{ path: textPath, message }] });
    };
    const wait = async (id: string) => {
      for (let upload = find(id); upload && isUnderWay(upload); upload = find(id)) {
        await queue.whenSent(id);
      }
      check();
    };
    check();
    const ids = uploadsIn(text).flatMap(({ key }) => (isInText(stored, key) ? [] : [key]));
    await Promise.all(ids.map(wait));
    const alts = altsIn(text);
    return ids.map((id) => {
      const alt = alts.get(id);
      return { id, staged: find(id)?.staged ?? '', ...(alt !== undefined && { alt }) };
    });
  };

  /** Calls `send` with the uploaded photos. Rejects as it does, or if a photo is missing. */
  const save = async <Saved>(
    text: string,
    send: (photos: readonly SentPhoto[]) => Promise<Saved>,
  ): Promise<Saved> => {
    await restore(text);
    const photos = await whenStaged(text);
    try {
      const saved = await send(photos).catch(async (error: unknown) => {
        const expired = expiredIn(error, photos);
        if (expired.length === 0) throw error;
        for (const id of expired) queue.sendAgain(id);
        return send(await whenStaged(text));
      });
      void deleteStored(...photos.map(({ id }) => id));
      return saved;
    } catch (error) {
      throw ofForm(error, textPath);
    }
  };

  const revoke = useEffectEvent(() => {
    for (const each of localFiles.values()) URL.revokeObjectURL(each.replace(VIDEO_START, ''));
  });
  useEffect(() => {
    deleteUnusedPhotos().catch(() => undefined);
    return () => revoke();
  }, []);

  /** The addresses of the local files of photos that are not stored yet, by id. */
  const localImages: ReadonlyMap<string, string> = useMemo(
    () => new Map([...localFiles].filter(([id]) => !isInText(stored, id))),
    [localFiles, stored],
  );
  const underWayIn = (text: string): number => uploadsIn(text).filter(isUnderWay).length;
  return {
    uploads,
    localImages,
    add,
    retry,
    /** Cancels an upload. A save that waits for it is rejected. */
    cancel: queue.cancel,
    restore,
    problemOf,
    underWayIn,
    save,
  };
};

export type NewPhotos = ReturnType<typeof useNewPhotos>;
