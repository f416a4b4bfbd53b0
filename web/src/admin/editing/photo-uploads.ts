import { failureMessages, uploadMessages, type UploadResponse } from 'content-schema';
import { useRef, useState } from 'react';
import { usePhotos } from '../../data/photos.ts';
import { messageOf, newIdempotencyKey } from '../../data/request.ts';
import { isCancelled } from '../../data/send-form.ts';

/** A photo on its way to the server. */
export interface PhotoUpload {
  readonly key: number;
  readonly file: File;
  readonly idempotencyKey: string;
  readonly state: 'waiting' | 'sending' | 'failed' | 'stored';
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly problem?: string;
  /** The photo, once it is stored. */
  readonly photo?: UploadResponse;
}

export interface PhotoUploads {
  readonly uploads: readonly PhotoUpload[];
  /** Gives the key of each. */
  readonly add: (files: readonly File[]) => readonly number[];
  readonly retry: (key: number) => void;
  /** Takes an upload off the list; one that is on its way is ended. */
  readonly remove: (key: number) => void;
}

/** Uploads photos one after the other, since each is a commit of its own. */
export const usePhotoUploads = (): PhotoUploads => {
  const { send } = usePhotos(false);
  const [uploads, setUploads] = useState<readonly PhotoUpload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const queue = useRef(Promise.resolve());
  const lastKey = useRef(0);

  const update = (key: number, changes: Partial<PhotoUpload>) =>
    setUploads((before) =>
      before.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)),
    );

  const sendNow = async ({ key, file, idempotencyKey }: PhotoUpload, signal: AbortSignal) => {
    if (signal.aborted) return;
    update(key, { state: 'sending', progress: 0 });
    try {
      const onProgress = (progress: number) => update(key, { progress });
      const photo = await send(file, { onProgress, signal, idempotencyKey });
      update(key, { state: 'stored', progress: 1, photo });
    } catch (error) {
      if (isCancelled(error)) return;
      update(key, { state: 'failed', problem: messageOf(error, failureMessages.upload) });
    }
  };

  const enqueue = (upload: PhotoUpload) => {
    const controller = new AbortController();
    controllers.current.set(upload.key, controller);
    queue.current = queue.current.then(() => sendNow(upload, controller.signal));
  };

  const add = (files: readonly File[]) => {
    const added = files.map((file): PhotoUpload => {
      lastKey.current += 1;
      const idempotencyKey = newIdempotencyKey();
      const upload = { key: lastKey.current, file, idempotencyKey, progress: 0 };
      return mayBeImage(file)
        ? { ...upload, state: 'waiting' }
        : { ...upload, state: 'failed', problem: uploadMessages.type };
    });
    setUploads((before) => [...before, ...added]);
    for (const upload of added) if (upload.state === 'waiting') enqueue(upload);
    return added.map(({ key }) => key);
  };

  const retry = (key: number) => {
    const upload = uploads.find((it) => it.key === key);
    if (!upload) return;
    update(key, { state: 'waiting', progress: 0 });
    enqueue(upload);
  };

  const remove = (key: number) => {
    controllers.current.get(key)?.abort();
    controllers.current.delete(key);
    setUploads((before) => before.filter((upload) => upload.key !== key));
  };

  return { uploads, add, retry, remove };
};

/**
 * False for a file that the server would refuse as no image. A file whose name tells the browser
 * nothing has an empty type: the server looks at its content.
 */
export const mayBeImage = ({ type }: File): boolean => type === '' || type.startsWith('image/');

/** Whether what is dragged over the page are files. */
export const hasFiles = (data: DataTransfer): boolean => data.types.includes('Files');

/** The files that were pasted. Where there is text too, the picture is only a view of that. */
export const pastedFiles = (data: DataTransfer): readonly File[] =>
  data.types.includes('text/plain') ? [] : [...data.files];
