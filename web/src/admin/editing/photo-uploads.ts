import {
  failureMessages,
  UPLOAD_MAX_BYTES,
  uploadMessages,
  type UploadResponse,
} from 'content-schema';
import { useState, useSyncExternalStore } from 'react';
import { usePhotos, type SendPhoto } from '../../data/photos.ts';
import { ApiError, messageOf, newIdempotencyKey } from '../../data/request.ts';
import { isCancelled } from '../../data/send-form.ts';

/** A photo on its way to the server. */
export interface PhotoUpload {
  /** Also its Idempotency-Key. */
  readonly key: string;
  readonly file: File;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'failed' | 'cancelled' | 'stored';
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly problem?: string;
  /** Whether it may succeed when it is only tried again. */
  readonly canRetry: boolean;
  /** The photo, once it is stored. */
  readonly photo?: UploadResponse;
  /** What stands for it in a text until then. */
  readonly placeholder?: string;
  /** What was typed of what it shows, and is in no text yet. */
  readonly alt?: string | undefined;
}

/** A file to upload; one that was begun before goes on under its key. */
type GivenFile = Pick<PhotoUpload, 'file' | 'placeholder' | 'alt' | 'photo'> &
  Partial<Pick<PhotoUpload, 'key'>>;

export interface PhotoUploadQueue {
  readonly uploads: () => readonly PhotoUpload[];
  /** Calls the listener after each change, until the function that it gives is called. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (given: readonly GivenFile[]) => readonly PhotoUpload[];
  readonly describe: (key: string, alt: string | undefined) => void;
  readonly retry: (key: string) => void;
  /** Ends an upload that is not stored yet; it can be retried. */
  readonly cancel: (key: string) => void;
  /** Takes an upload off the list, and ends it. */
  readonly remove: (key: string) => void;
}

const AT_ONCE = 3;

/** Lets so many tasks run at a time. */
const createLimit = (max: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task: () => Promise<void>): Promise<void> => {
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** Refusals of the file itself; all others may be over at the next try. */
const REFUSALS = [400, 413, 415];

const mayRetry = (error: unknown): boolean =>
  !(error instanceof ApiError && REFUSALS.includes(error.status));

/**
 * Why the server would refuse a file. One whose name tells the browser nothing has an empty type:
 * the server looks at its content.
 */
export const refusalOf = ({ type, size }: File): string | undefined => {
  if (type !== '' && !type.startsWith('image/')) return uploadMessages.type;
  return size > UPLOAD_MAX_BYTES ? uploadMessages.size : undefined;
};

/** Uploads photos, some at a time. */
export const createPhotoUploads = (send: SendPhoto): PhotoUploadQueue => {
  let uploads: readonly PhotoUpload[] = [];
  const listeners = new Set<() => void>();
  const controllers = new Map<string, AbortController>();
  const inTurn = createLimit(AT_ONCE);

  const set = (next: readonly PhotoUpload[]) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const update = (key: string, changes: Partial<PhotoUpload>) =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));

  const transfer = async ({ key, file }: PhotoUpload, signal: AbortSignal) => {
    if (isCancelled(signal.reason)) return;
    update(key, { state: 'sending', progress: 0 });
    try {
      const onProgress = (progress: number) => update(key, { progress });
      const photo = await send(file, { onProgress, signal, idempotencyKey: key });
      signal.throwIfAborted();
      update(key, { state: 'stored', progress: 1, photo });
    } catch (error) {
      if (isCancelled(signal.reason)) return;
      const problem = messageOf(error, failureMessages.upload);
      update(key, { state: 'failed', problem, canRetry: mayRetry(error) });
    }
  };

  const begin = (upload: PhotoUpload) => {
    const controller = new AbortController();
    controllers.set(upload.key, controller);
    void inTurn(() => transfer(upload, controller.signal));
  };

  const find = (key: string) => uploads.find((upload) => upload.key === key);

  return {
    uploads: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (given) => {
      const added = given.map((picture): PhotoUpload => {
        const problem = refusalOf(picture.file);
        const name = picture.file.name || 'Pasted image';
        return {
          ...{ key: newIdempotencyKey(), ...picture, name, progress: 0 },
          ...(problem === undefined
            ? { state: picture.photo ? 'stored' : 'waiting', canRetry: true }
            : { state: 'failed', canRetry: false, problem }),
        };
      });
      set([...uploads, ...added]);
      for (const upload of added) if (upload.state === 'waiting') begin(upload);
      return added;
    },
    describe: (key, alt) => update(key, { alt }),
    retry: (key) => {
      const upload = find(key);
      if (!upload || !['failed', 'cancelled'].includes(upload.state)) return;
      update(key, { state: 'waiting', progress: 0 });
      begin(upload);
    },
    cancel: (key) => {
      controllers.get(key)?.abort();
      if (find(key)?.state !== 'stored') update(key, { state: 'cancelled' });
    },
    remove: (key) => {
      controllers.get(key)?.abort();
      controllers.delete(key);
      set(uploads.filter((upload) => upload.key !== key));
    },
  };
};

export interface PhotoUploads extends Omit<PhotoUploadQueue, 'uploads'> {
  readonly uploads: readonly PhotoUpload[];
  /** What `uploads` is by now, between two renderings. */
  readonly latest: PhotoUploadQueue['uploads'];
}

/** The uploads of a page. */
export const usePhotoUploads = (): PhotoUploads => {
  const { send } = usePhotos(false);
  const [queue] = useState(() => createPhotoUploads(send));
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, queue.uploads);
  return { ...queue, uploads, latest: queue.uploads };
};

/** Whether an upload may still end in a stored photo by itself. */
export const isUnderWay = ({ state }: PhotoUpload): boolean =>
  state === 'waiting' || state === 'sending';

/** Whether what is dragged over the page are files. */
export const hasFiles = (data: DataTransfer): boolean => data.types.includes('Files');

/** The files that were pasted. Where there is text too, the picture is only a view of that. */
export const pastedFiles = (data: DataTransfer): readonly File[] =>
  data.types.includes('text/plain') ? [] : [...data.files];
