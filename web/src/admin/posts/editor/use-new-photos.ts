import { photoAddress } from 'content-schema';
import { altsIn } from 'content-schema/images-in-text';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ulid } from 'ulid';
import { photoMarkdown } from '../../../data/photos.ts';
import type { SentPhoto } from '../../../data/save-calls.ts';
import { ApiError } from '../../../data/request.ts';
import {
  isUnderWay,
  rejectionOf,
  usePhotoUploads,
  type PhotoUploads,
} from '../../editing/photos/photo-uploads.ts';
import {
  deleteOldFiles,
  deleteUnsavedPhotos,
  findUnsavedPhoto,
  storeUnsavedPhoto,
} from '../../editing/photos/unsaved-photos.ts';
import { chosenIdsIn } from './photos-in-text.ts';

/** The photos that were inserted into a text, by their ids. A save of the text stores them. */
export interface NewPhotos extends Pick<PhotoUploads, 'uploads' | 'retry'> {
  /** The addresses of the local files of photos that are not stored yet, by id. */
  readonly localImages: ReadonlyMap<string, string>;
  /** Uploads files. Returns the Markdown of those that are photos. */
  readonly add: (files: readonly File[]) => readonly string[];
  /** Gives a photo whose file is lost another one. */
  readonly setFile: (id: string, file: File) => void;
  /** Cancels an upload. Returns whether a save was waiting for it, which is then rejected. */
  readonly cancel: (id: string) => boolean;
  /** Uploads the photos of a restored draft, whose files the browser has stored. */
  readonly restore: (text: string) => Promise<void>;
  /** The reason why the text can't be saved; undefined if it can. */
  readonly problemOf: (text: string) => string | undefined;
  /** The number of running uploads in the text. */
  readonly underWayIn: (text: string) => number;
  /**
   * Waits for the uploads in the text, and calls `send` with the photos to store. Rejects as `send`
   * does, or with `ApiError` if a photo is missing.
   */
  readonly save: <Saved>(
    text: string,
    send: (photos: readonly SentPhoto[]) => Promise<Saved>,
  ) => Promise<Saved>;
}

/** Whether the text contains the photo, in whatever syntax. */
export const isInText = (text: string, id: string): boolean => text.includes(photoAddress(id));

/** The ids of the photos whose tokens the server no longer knows. */
const expiredIn = (error: unknown, photos: readonly SentPhoto[]): readonly string[] => {
  const paths = error instanceof ApiError ? error.issues.map(({ path }) => path) : [];
  return photos.flatMap(({ id }, index) => (paths.includes(`photos.${index}.staged`) ? [id] : []));
};

/** Gives the issues of a `ContentPatch` the paths of the form. */
const ofForm = (error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const { message: text, status, code, conflicts, revision } = error;
  const issues = error.issues.map(({ path, message }) => ({
    path: path.replace(/^posts\.changed\.0\./, '').replace(/^photos\..*/, 'content'),
    message,
  }));
  return new ApiError(text, { status, code, issues, conflicts, revision });
};

/** @param stored the stored text, whose photos are stored, too. */
export const useNewPhotos = (stored: string): NewPhotos => {
  const { uploads, latest, retry, ...queue } = usePhotoUploads({ stageOnly: true });
  const [localFiles, setLocalFiles] = useState<ReadonlyMap<string, string>>(new Map());
  const searches = useRef(new Map<string, Promise<void>>());
  const awaited = useRef<readonly string[]>([]);

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
    const address = URL.createObjectURL(file);
    setLocalFiles((files) => new Map([...files, [id, address]]));
    if (find(id)) queue.sendAgain(id, file);
    else queue.add([{ key: id, file }]);
  };
  const insert = (id: string, file: File) => {
    upload(id, file);
    void storeUnsavedPhoto(id, file);
  };
  const search = async (id: string) => {
    const photo = await findUnsavedPhoto(id);
    if (photo?.file) upload(id, photo.file);
    else if (photo) queue.add([{ key: id, name: photo.name }]);
  };
  const restore = async (text: string) => {
    const unknown = chosenIdsIn(text).filter((id) => !isInText(stored, id) && !find(id));
    const { current: running } = searches;
    const result = unknown.map((id) => {
      const searching = running.get(id) ?? search(id);
      running.set(id, searching);
      return searching;
    });
    await Promise.all(result);
  };

  const whenStaged = async (text: string): Promise<readonly SentPhoto[]> => {
    const check = () => {
      const message = problemOf(text);
      if (message === undefined) return;
      throw new ApiError(message, { status: 400, issues: [{ path: 'content', message }] });
    };
    const wait = async (id: string) => {
      for (let upload = find(id); upload && isUnderWay(upload); upload = find(id)) {
        await queue.whenSent(id);
      }
      check();
    };
    check();
    const ids = uploadsIn(text).flatMap(({ key }) => (isInText(stored, key) ? [] : [key]));
    awaited.current = ids;
    await Promise.all(ids.map(wait)).finally(() => (awaited.current = []));
    const alts = altsIn(text);
    return ids.map((id) => {
      const alt = alts.get(id);
      return { id, staged: find(id)?.staged ?? '', ...(alt !== undefined && { alt }) };
    });
  };

  const revoke = useEffectEvent(() => {
    for (const address of localFiles.values()) URL.revokeObjectURL(address);
  });
  useEffect(() => {
    deleteOldFiles().catch(() => undefined);
    return () => revoke();
  }, []);

  const localImages = useMemo(
    () => new Map([...localFiles].filter(([id]) => !isInText(stored, id))),
    [localFiles, stored],
  );
  return {
    uploads,
    retry,
    localImages,
    add: (files) => {
      const now = Date.now();
      return files.flatMap((file, index) => {
        if (rejectionOf(file) !== undefined) {
          queue.add([{ file }]);
          return [];
        }
        // Lists show the newest photo first, and so the first of these.
        const id = ulid(now - index);
        insert(id, file);
        return photoMarkdown('', id);
      });
    },
    setFile: insert,
    cancel: (id) => {
      queue.cancel(id);
      return awaited.current.includes(id);
    },
    restore,
    problemOf,
    underWayIn: (text) => uploadsIn(text).filter(isUnderWay).length,
    save: async (text, send) => {
      await restore(text);
      const photos = await whenStaged(text);
      const sendAgain = async (error: unknown) => {
        const expired = expiredIn(error, photos);
        if (expired.length === 0) throw error;
        for (const id of expired) queue.sendAgain(id);
        return send(await whenStaged(text));
      };
      const saved = await send(photos)
        .catch(sendAgain)
        .catch((error: unknown) => {
          throw ofForm(error);
        });
      void deleteUnsavedPhotos(photos.map(({ id }) => id));
      return saved;
    },
  };
};
