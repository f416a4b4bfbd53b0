import { failureMessages, UPLOAD_MAX_BYTES, uploadMessages, VIDEO_MAX_BYTES } from 'content-schema';
import pLimit from 'p-limit';
import { useState, useSyncExternalStore } from 'react';
import { usePhotos, type PhotoCalls } from '../../../../data/photos.ts';
import { ApiError, messageOf, newIdempotencyKey } from '../../../../data/request.ts';
import { isCancelled } from '../../../../data/send-form.ts';

export interface PhotoUpload {
  /** Identifies the upload; also its Idempotency-Key. The photo's id if the browser chooses that. */
  readonly key: string;
  /** Undefined if the browser has lost it. */
  readonly file?: File | undefined;
  readonly name: string;
  /** `staged`: the file was sent, and the save of a text stores it. */
  readonly state: 'waiting' | 'sending' | 'staged' | 'failed' | 'cancelled' | 'stored';
  /** From 0 to 1. */
  readonly progress: number;
  readonly problem?: string;
  /** When it goes on, if the store takes no more files for now; in milliseconds since 1970. */
  readonly resumesAt?: number | undefined;
  readonly canRetry: boolean;
  readonly original: boolean;
  /** Shared by the photos that one commit stores. */
  readonly batch: string;
  /** The token of a file that was sent but not committed. */
  readonly staged?: string | undefined;
}

/** A file to upload; one without a file has failed. */
type NewUpload = Pick<PhotoUpload, 'file'> &
  Partial<Pick<PhotoUpload, 'key' | 'name' | 'original'>>;

const CONCURRENT_UPLOADS = 3;

/** The statuses with which the server refuses the file itself. Other failures may be temporary. */
const REJECTIONS = [400, 413, 415];

const mayRetry = (error: unknown): boolean =>
  !(error instanceof ApiError && REJECTIONS.includes(error.status));

/** Waits until GitHub takes more files, or the upload is cancelled. */
const waitUntil = (time: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, time - Date.now());
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The message for a commit whose response was lost. */
const MAY_BE_STORED = `${failureMessages.upload}. It may be stored all the same.`;

/** Why the server would refuse a file. It detects the type of one without a type by its content. */
export const rejectionOf = ({ type, size }: File): string | undefined => {
  if (type.startsWith('video/'))
    return size > VIDEO_MAX_BYTES ? uploadMessages.videoSize : undefined;
  if (type !== '' && !type.startsWith('image/')) return uploadMessages.type;
  return size > UPLOAD_MAX_BYTES ? uploadMessages.size : undefined;
};

const JPEG_QUALITY = 0.92;

/** HEIC is the photo format of Apple's devices, which few browsers can show. */
const isHeic = ({ name, type }: File): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

const UNREADABLE_HEIC =
  'This browser can’t read HEIC photos. Save it as JPEG first, in Photos on a Mac by File → Export; an iPhone takes JPEG with Settings → Camera → Formats → Most Compatible.';

/** Converts a photo to an upright JPEG. Rejects as a refused upload does if the browser can't. */
const convertHeic = async (file: File): Promise<File> => {
  try {
    const bitmap = await createImageBitmap(file);
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const jpeg = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
    });
    if (!jpeg) throw new Error('The canvas returned no JPEG');
    return new File([jpeg], file.name.replace(/\.hei[cf]$/i, '.jpg'), { type: jpeg.type });
  } catch {
    throw new ApiError(UNREADABLE_HEIC, { status: 415 });
  }
};

type QueueCalls = Pick<PhotoCalls, 'stage'> & Partial<Pick<PhotoCalls, 'commit'>>;

/** Creates a queue of uploads. `commit` stores what is added together; else it stays staged. */
export const createPhotoUploads = ({ stage, commit }: QueueCalls) => {
  let uploads: readonly PhotoUpload[] = [];
  const listeners = new Set<() => void>();
  const controllers = new Map<string, AbortController>();
  const transfers = new Map<string, Promise<void>>();
  const limit = pLimit(CONCURRENT_UPLOADS);

  const set = (next: readonly PhotoUpload[]) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const update = (key: string, changes: Partial<PhotoUpload>) =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const fail = (key: string, error: unknown, canRetry: boolean) =>
    update(key, { state: 'failed', problem: messageOf(error, failureMessages.upload), canRetry });

  const transfer = async (upload: PhotoUpload, signal: AbortSignal) => {
    const { key, file, original } = upload;
    if (signal.aborted || !file) return;
    update(key, { state: 'sending', progress: 0, resumesAt: undefined });
    try {
      let { staged } = upload;
      if (staged === undefined) {
        const onProgress = (progress: number) => update(key, { progress });
        const image = isHeic(file) ? await convertHeic(file) : file;
        const options = { onProgress, signal, idempotencyKey: key, original };
        ({ staged } = await stage(image, options));
        signal.throwIfAborted();
      }
      update(key, { staged, progress: 1, state: commit ? 'sending' : 'staged' });
    } catch (error) {
      if (isCancelled(signal.reason)) return;
      const seconds =
        error instanceof ApiError && error.code === 'RateLimited' ? error.retryAfter : undefined;
      if (seconds === undefined) {
        fail(key, error, mayRetry(error));
        return;
      }
      const resumesAt = Date.now() + seconds * 1000;
      update(key, { progress: 0, resumesAt });
      await waitUntil(resumesAt, signal);
      await transfer(upload, signal);
    }
  };

  const commitBatch = async (batch: string) => {
    const staged = uploads.filter((upload) => upload.batch === batch && upload.state === 'sending');
    if (!commit || staged.length === 0) return;
    try {
      await commit(staged.map(({ staged: token = '' }) => ({ staged: token })));
      for (const { key } of staged) update(key, { state: 'stored' });
    } catch (error) {
      for (const { key } of staged) {
        fail(key, error, true);
        // A file that the server no longer knows has to be sent again.
        if (!mayRetry(error)) update(key, { staged: undefined });
        else if (!(error instanceof ApiError)) update(key, { problem: MAY_BE_STORED });
      }
    }
  };

  const begin = async (members: readonly PhotoUpload[]) => {
    const sending = members.map((upload) => {
      const controller = new AbortController();
      const sent = limit(() => transfer(upload, controller.signal));
      controllers.set(upload.key, controller);
      transfers.set(upload.key, sent);
      return sent;
    });
    await Promise.all(sending);
    if (members[0]) await commitBatch(members[0].batch);
  };

  const find = (key: string) => uploads.find((upload) => upload.key === key);
  const restart = (again: readonly PhotoUpload[]) => {
    for (const upload of again) update(upload.key, { ...upload, state: 'waiting', progress: 0 });
    void begin(again);
  };

  return {
    uploads: () => uploads,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (files: readonly NewUpload[]): void => {
      const batch = newIdempotencyKey();
      const added = files.map((upload): PhotoUpload => {
        const name = upload.file?.name || 'Pasted image';
        const lost = `${upload.name ?? name} was not uploaded.`;
        const problem = upload.file ? rejectionOf(upload.file) : lost;
        return {
          ...{ key: newIdempotencyKey(), batch, original: false, name, ...upload, progress: 0 },
          ...(problem === undefined
            ? { state: 'waiting', canRetry: true }
            : { state: 'failed', canRetry: false, problem }),
        };
      });
      set([...uploads, ...added]);
      void begin(added.filter(({ state }) => state === 'waiting'));
    },
    retry: (key: string): void => {
      const upload = find(key);
      if (!upload || !['failed', 'cancelled'].includes(upload.state)) return;
      const isSame = (other: PhotoUpload) =>
        other.batch === upload.batch && other.state === 'failed';
      restart(
        upload.staged === undefined
          ? [{ ...upload, batch: newIdempotencyKey() }]
          : // Their commit failed, and may be there all the same.
            uploads.filter(
              (other) => other.key === key || (isSame(other) && other.staged !== undefined),
            ),
      );
    },
    /** Cancels an upload that is not stored yet. It can be retried. */
    cancel: (key: string): void => {
      controllers.get(key)?.abort();
      if (find(key)?.state !== 'stored') update(key, { state: 'cancelled' });
    },
    remove: (key: string): void => {
      controllers.get(key)?.abort();
      controllers.delete(key);
      transfers.delete(key);
      set(uploads.filter((upload) => upload.key !== key));
    },
    /** Waits until an upload is sent, has failed or is cancelled. */
    whenSent: async (key: string): Promise<void> => transfers.get(key),
    /** Sends a file again whose token has expired. */
    sendAgain: (key: string): void => {
      const upload = find(key);
      if (upload) restart([{ ...upload, staged: undefined }]);
    },
  };
};

export type PhotoUploadQueue = ReturnType<typeof createPhotoUploads>;

/** The uploads of a page. With `stageOnly` they are not committed. */
export const usePhotoUploads = ({ stageOnly = false } = {}) => {
  const { stage, commit } = usePhotos(false);
  const [queue] = useState(() => createPhotoUploads(stageOnly ? { stage } : { stage, commit }));
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, queue.uploads);
  /** `latest` returns the current uploads, even between two renders. */
  return { ...queue, uploads, latest: queue.uploads };
};

/** Whether the upload may still succeed without a retry. */
export const isUnderWay = ({ state }: PhotoUpload): boolean =>
  state === 'waiting' || state === 'sending';
