import {
  failureMessages,
  UPLOAD_MAX_BYTES,
  uploadMessages,
  type UploadResponse,
} from 'content-schema';
import { useState, useSyncExternalStore } from 'react';
import { isUnknownCall, usePhotos, type PhotoCalls, type SendOptions } from '../../data/photos.ts';
import { ApiError, messageOf, newIdempotencyKey } from '../../data/request.ts';
import { isCancelled } from '../../data/send-form.ts';
import { convertHeic, isHeic, UnreadableHeic } from './heic.ts';

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
  /** Its pixels are stored as they are. */
  readonly original: boolean;
  /** The same for all that are stored by one commit: its Idempotency-Key. */
  readonly batch: string;
  /** Sent, and in no commit yet. */
  readonly staged?: string | undefined;
}

/** A file to upload; one that was begun before goes on under its key. */
type GivenFile = Pick<PhotoUpload, 'file' | 'placeholder' | 'alt' | 'photo'> &
  Partial<Pick<PhotoUpload, 'key' | 'batch' | 'original'>>;

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
export const createLimit = (max: number) => {
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

/** Whether a photo may be stored when it is only sent again. */
export const mayRetry = (error: unknown): boolean =>
  !(error instanceof ApiError && REFUSALS.includes(error.status)) &&
  !(error instanceof UnreadableHeic);

/** Why a photo could not be sent, for a person. */
export const problemOf = (error: unknown): string =>
  messageOf(error, error instanceof UnreadableHeic ? error.message : failureMessages.upload);

/**
 * Why the server would refuse a file. One whose name tells the browser nothing has an empty type:
 * the server looks at its content.
 */
export const refusalOf = ({ type, size }: File): string | undefined => {
  if (type !== '' && !type.startsWith('image/')) return uploadMessages.type;
  return size > UPLOAD_MAX_BYTES ? uploadMessages.size : undefined;
};

class OtherBatch extends Error {}

/** Uploads photos, some at a time; those that are added together are stored by one commit. */
export const createPhotoUploads = (calls: PhotoCalls): PhotoUploadQueue => {
  let uploads: readonly PhotoUpload[] = [];
  // An API that knows the specification alone stores each photo as it comes.
  let canStage = true;
  const listeners = new Set<() => void>();
  const controllers = new Map<string, AbortController>();
  const inTurn = createLimit(AT_ONCE);

  const set = (next: readonly PhotoUpload[]) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const update = (key: string, changes: Partial<PhotoUpload>) =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const fail = (key: string, error: unknown, canRetry: boolean) =>
    update(key, { state: 'failed', problem: problemOf(error), canRetry });

  const stage = async (file: File, options: SendOptions): Promise<Partial<PhotoUpload>> => {
    if (canStage && calls.hasMore()) {
      try {
        return { staged: (await calls.stage(file, options)).staged };
      } catch (error) {
        if (!isUnknownCall(error)) throw error;
        canStage = false;
      }
    }
    return { state: 'stored', photo: await calls.send(file, options) };
  };

  const transfer = async (upload: PhotoUpload, signal: AbortSignal) => {
    const { key, file, staged, original } = upload;
    if (isCancelled(signal.reason)) return;
    update(key, { state: 'sending', progress: staged === undefined ? 0 : 1 });
    if (staged !== undefined) return;
    try {
      const onProgress = (progress: number) => update(key, { progress });
      const picture = isHeic(file) ? await convertHeic(file) : file;
      const sent = await stage(picture, { onProgress, signal, idempotencyKey: key, original });
      signal.throwIfAborted();
      update(key, { ...sent, progress: 1 });
    } catch (error) {
      if (!isCancelled(signal.reason)) fail(key, error, mayRetry(error));
    }
  };

  const commit = async (batch: string) => {
    const staged = uploads.filter((it) => it.batch === batch && it.state === 'sending');
    if (staged.length === 0) return;
    // What it shows may still be typed; the save of the text tells the photo.
    const photos = staged.map(({ staged: token = '' }) => ({ staged: token }));
    try {
      const stored = await calls.commit(photos, batch);
      // The response to another set under this key, whose own response was lost.
      if (stored.length !== staged.length) throw new OtherBatch();
      staged.forEach(({ key }, index) => {
        const photo = stored[index];
        if (photo) update(key, { state: 'stored', photo });
      });
    } catch (error) {
      for (const { key } of staged) {
        fail(key, error, true);
        // What the server knows no more has to be sent again.
        const isForgotten = !mayRetry(error) || isUnknownCall(error);
        if (isForgotten || error instanceof OtherBatch) update(key, { staged: undefined });
      }
    }
  };

  /** Uploads of one batch. */
  const begin = async (members: readonly PhotoUpload[]) => {
    const transfers = members.map((upload) => {
      const controller = new AbortController();
      controllers.set(upload.key, controller);
      return inTurn(() => transfer(upload, controller.signal));
    });
    await Promise.all(transfers);
    if (members[0]) await commit(members[0].batch);
  };

  const find = (key: string) => uploads.find((upload) => upload.key === key);

  return {
    uploads: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (given) => {
      const batch = newIdempotencyKey();
      const added = given.map((picture): PhotoUpload => {
        const problem = refusalOf(picture.file);
        const name = picture.file.name || 'Pasted image';
        return {
          ...{ key: newIdempotencyKey(), batch, original: false, ...picture, name, progress: 0 },
          ...(problem === undefined
            ? { state: picture.photo ? 'stored' : 'waiting', canRetry: true }
            : { state: 'failed', canRetry: false, problem }),
        };
      });
      set([...uploads, ...added]);
      const batches = new Set(added.map((upload) => upload.batch));
      for (const each of batches) {
        void begin(added.filter((it) => it.batch === each && it.state === 'waiting'));
      }
      return added;
    },
    describe: (key, alt) => update(key, { alt }),
    retry: (key) => {
      const upload = find(key);
      if (!upload || !['failed', 'cancelled'].includes(upload.state)) return;
      const isSame = (it: PhotoUpload) => it.batch === upload.batch && it.state === 'failed';
      const again =
        upload.staged === undefined
          ? [{ ...upload, batch: newIdempotencyKey() }]
          : // Their commit failed, and may be there all the same.
            uploads.filter((it) => it.key === key || (isSame(it) && it.staged !== undefined));
      for (const { key: each, batch } of again) {
        update(each, { state: 'waiting', progress: 0, batch });
      }
      void begin(again);
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

/** The uploads of a page; where they go into a text, they are undone in that. */
export const usePhotoUploads = ({ intoText = false } = {}): PhotoUploads => {
  const { hasMore, send, stage, commit } = usePhotos(false, { offersUndo: !intoText });
  const [queue] = useState(() => createPhotoUploads({ hasMore, send, stage, commit }));
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
