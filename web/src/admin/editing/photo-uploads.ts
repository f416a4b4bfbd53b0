import {
  failureMessages,
  UPLOAD_MAX_BYTES,
  uploadMessages,
  type UploadResponse,
} from 'content-schema';
import { useState, useSyncExternalStore } from 'react';
import { usePhotos, type PhotoCalls } from '../../data/photos.ts';
import { ApiError, messageOf, newIdempotencyKey } from '../../data/request.ts';
import { isCancelled } from '../../data/send-form.ts';
import { convertHeic, isHeic, UnreadableHeic } from './heic.ts';

/** The upload of a photo. */
export interface PhotoUpload {
  /** Identifies the upload; also its Idempotency-Key. */
  readonly key: string;
  readonly file: File;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'failed' | 'cancelled' | 'stored';
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly problem?: string;
  /** Whether a retry may succeed. */
  readonly canRetry: boolean;
  /** The stored photo. */
  readonly photo?: UploadResponse;
  /** The placeholder in the text until the photo is stored. */
  readonly placeholder?: string;
  /** The alternative text typed so far, which is not in the text yet. */
  readonly alt?: string | undefined;
  /** Stores the file's pixels unchanged. */
  readonly original: boolean;
  /** Shared by the photos that one commit stores. */
  readonly batch: string;
  /** The token of a file that was sent but not committed. */
  readonly staged?: string | undefined;
}

/** A file to upload. With a `key` it continues an earlier upload. */
type NewUpload = Pick<PhotoUpload, 'file' | 'placeholder' | 'alt' | 'photo' | 'staged'> &
  Partial<Pick<PhotoUpload, 'key' | 'batch' | 'original'>>;

export interface PhotoUploadQueue {
  readonly uploads: () => readonly PhotoUpload[];
  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (given: readonly NewUpload[]) => readonly PhotoUpload[];
  readonly describe: (key: string, alt: string | undefined) => void;
  readonly retry: (key: string) => void;
  /** Cancels an upload that is not stored yet. It can be retried. */
  readonly cancel: (key: string) => void;
  /** Cancels an upload and removes it from the list. */
  readonly remove: (key: string) => void;
}

const CONCURRENT_UPLOADS = 3;

/** Returns a function that runs at most `max` tasks at a time. */
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

/** The statuses with which the server refuses the file itself. Other failures may be temporary. */
const REFUSALS = [400, 413, 415];

/** Whether sending a photo again may succeed. */
export const mayRetry = (error: unknown): boolean =>
  !(error instanceof ApiError && REFUSALS.includes(error.status)) &&
  !(error instanceof UnreadableHeic);

/** The message for a commit whose response was lost. */
const MAY_BE_STORED = `${failureMessages.upload}. It may be stored all the same.`;

/** A message that says why a photo could not be sent. */
export const problemOf = (error: unknown): string =>
  messageOf(error, error instanceof UnreadableHeic ? error.message : failureMessages.upload);

/**
 * The reason why the server would refuse a file, if any. The type is empty for an unknown file name
 * extension; the server then detects it from the content.
 */
export const refusalOf = ({ type, size }: File): string | undefined => {
  if (type !== '' && !type.startsWith('image/')) return uploadMessages.type;
  return size > UPLOAD_MAX_BYTES ? uploadMessages.size : undefined;
};

/**
 * Creates an upload queue that sends a few photos at a time. Photos that are added together are
 * stored in one commit.
 */
export const createPhotoUploads = (calls: PhotoCalls): PhotoUploadQueue => {
  let uploads: readonly PhotoUpload[] = [];
  const listeners = new Set<() => void>();
  const controllers = new Map<string, AbortController>();
  const limitUploads = createLimit(CONCURRENT_UPLOADS);

  const set = (next: readonly PhotoUpload[]) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const update = (key: string, changes: Partial<PhotoUpload>) =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const fail = (key: string, error: unknown, canRetry: boolean) =>
    update(key, { state: 'failed', problem: problemOf(error), canRetry });

  const transfer = async (upload: PhotoUpload, signal: AbortSignal) => {
    const { key, file, staged, original } = upload;
    if (isCancelled(signal.reason)) return;
    update(key, { state: 'sending', progress: staged === undefined ? 0 : 1 });
    if (staged !== undefined) return;
    try {
      const onProgress = (progress: number) => update(key, { progress });
      const picture = isHeic(file) ? await convertHeic(file) : file;
      const options = { onProgress, signal, idempotencyKey: key, original };
      const { staged: token } = await calls.stage(picture, options);
      signal.throwIfAborted();
      update(key, { staged: token, progress: 1 });
    } catch (error) {
      if (!isCancelled(signal.reason)) fail(key, error, mayRetry(error));
    }
  };

  const commit = async (batch: string) => {
    const staged = uploads.filter((it) => it.batch === batch && it.state === 'sending');
    if (staged.length === 0) return;
    // Without the alternative text, which may still change. Saving the text sends it.
    const photos = staged.map(({ staged: token = '' }) => ({ staged: token }));
    try {
      const stored = await calls.commit(photos);
      staged.forEach(({ key }, index) => {
        const photo = stored[index];
        if (photo) update(key, { state: 'stored', photo });
      });
    } catch (error) {
      for (const { key } of staged) {
        fail(key, error, true);
        // A file that the server no longer knows has to be sent again.
        if (!mayRetry(error)) update(key, { staged: undefined });
        else if (!(error instanceof ApiError)) update(key, { problem: MAY_BE_STORED });
      }
    }
  };

  /** Sends and commits the uploads of a batch. */
  const begin = async (members: readonly PhotoUpload[]) => {
    const transfers = members.map((upload) => {
      const controller = new AbortController();
      controllers.set(upload.key, controller);
      return limitUploads(() => transfer(upload, controller.signal));
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
  /** Returns the current uploads, even between two renders. */
  readonly latest: PhotoUploadQueue['uploads'];
}

/**
 * The uploads of a page. With `intoText` they offer no "Undo", since undoing the text's save undoes
 * them.
 */
export const usePhotoUploads = ({ intoText = false } = {}): PhotoUploads => {
  const { stage, commit } = usePhotos(false, { offersUndo: !intoText });
  const [queue] = useState(() => createPhotoUploads({ stage, commit }));
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, queue.uploads);
  return { ...queue, uploads, latest: queue.uploads };
};

/** Whether the upload may still succeed without a retry. */
export const isUnderWay = ({ state }: PhotoUpload): boolean =>
  state === 'waiting' || state === 'sending';

/** Whether the dragged data contains files. */
export const hasFiles = (data: DataTransfer): boolean => data.types.includes('Files');

/**
 * The pasted files; none if the clipboard also has text, since its picture only shows that text.
 */
export const pastedFiles = (data: DataTransfer): readonly File[] =>
  data.types.includes('text/plain') ? [] : [...data.files];
