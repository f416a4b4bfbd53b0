import {
  API_BASE_PATH,
  IDEMPOTENCY_HEADER,
  SAVED_COMMIT_HEADER,
  UPLOADS_LIST_LIMIT,
  type StagedUploadResponse,
  type StagedUploadsRequest,
  type Upload,
  type UploadPatch,
  type UploadsResponse,
} from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import { counted } from '../site/text.ts';
import { useKeepSession, useOfferUndo } from './keep-session.ts';
import { ApiError, newIdempotencyKey } from './request.ts';
import { sendForm } from './send-form.ts';

/** Asks for error messages as plain text, which the interface shows unchanged. */
const TEXT_IF_REFUSED = 'text/plain, application/json;q=0.9';

/** The SWR key of the list of photos. */
export const PHOTOS = `/admin/uploads?limit=${UPLOADS_LIST_LIMIT}`;

const rejectionOf = async (response: Response): Promise<ApiError> => {
  const text = (await response.text()) || response.statusText || 'Request failed';
  return new ApiError(text, { status: response.status });
};

const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
  const response = await fetch(`${API_BASE_PATH}${path}`, {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: TEXT_IF_REFUSED,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(method !== 'GET' && { [IDEMPOTENCY_HEADER]: newIdempotencyKey() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await rejectionOf(response);
  return response;
};

const listPhotos = async (): Promise<readonly Upload[]> => {
  const response = await call('GET', PHOTOS);
  return ((await response.json()) as UploadsResponse).uploads;
};

export interface SendOptions {
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
  readonly idempotencyKey: string;
  /** Stores the file's pixels unchanged. */
  readonly original: boolean;
}

const stagePhoto = async (
  file: File,
  { original, ...options }: SendOptions,
): Promise<StagedUploadResponse> => {
  const body = new FormData();
  body.append('file', file);
  if (original) body.append('original', 'true');
  const input = { ...options, body, accept: TEXT_IF_REFUSED };
  const response = await sendForm('/admin/uploads/staged', input);
  if (!response.ok) throw await rejectionOf(response);
  return (await response.json()) as StagedUploadResponse;
};

/** The calls that upload photos. Each rejects with `ApiError` when the server refuses. */
export interface PhotoCalls {
  /** Uploads a photo, which a later `commit` stores. */
  readonly stage: (file: File, options: SendOptions) => Promise<StagedUploadResponse>;
  /**
   * Stores staged photos in one commit, each once, however often it is sent. Settles when the list
   * is up to date.
   */
  readonly commit: (photos: StagedUploadsRequest['photos']) => Promise<void>;
}

/** A failure stays the one that is shown. */
const RELOAD = { revalidate: false, throwOnError: false } as const;

/**
 * The stored photos and the calls that change them. Each call rejects with `ApiError` when the
 * server refuses.
 *
 * @param needed whether to load the list.
 */
export const usePhotos = (needed = true) => {
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  const { cache, mutate } = useSWRConfig();
  const cached = () => cache.get(PHOTOS)?.data as readonly Upload[] | undefined;
  const { data: photos, error } = useSWR<readonly Upload[], unknown>(needed ? PHOTOS : null, () =>
    // A list that is only brought up to date asks for no sign-in.
    cached() === undefined ? keepSession(listPhotos) : listPhotos(),
  );
  const changeList = (change: (photos: readonly Upload[]) => readonly Upload[]) =>
    mutate<readonly Upload[]>(PHOTOS, (photos) => photos && change(photos), { revalidate: false });
  const saving = async (save: () => Promise<Response>, text: string): Promise<Response> => {
    const response = await keepSession(save);
    offerUndo(response.headers.get(SAVED_COMMIT_HEADER), { text });
    return response;
  };
  const nameOf = (id: string): string =>
    `“${cached()?.find((photo) => photo.id === id)?.filename ?? id}”`;
  const calls: PhotoCalls = {
    stage: (file, options) => keepSession(() => stagePhoto(file, options)),
    commit: async (staged) => {
      const body: StagedUploadsRequest = { photos: staged };
      const store = () => call('POST', '/admin/uploads', body);
      try {
        await saving(store, `Uploaded ${counted(staged.length, 'photo')}`);
      } finally {
        // After a failure too: an upload without a response may still be stored.
        await mutate(PHOTOS);
      }
    },
  };
  return {
    ...calls,
    /** Newest first; undefined until they have loaded. */
    photos,
    /** Why the list could not be loaded. The message is meant for the administrator. */
    error,
    reload: () => void mutate(PHOTOS, () => keepSession(listPhotos), RELOAD),
    /** Loads the list as it is stored now. */
    latest: () => keepSession(listPhotos),
    /** Deletes photos in one commit. */
    remove: async (ids: readonly string[]): Promise<void> => {
      const [id = '', ...others] = ids;
      if (others.length === 0) {
        const path = `/admin/uploads/${encodeURIComponent(id)}`;
        await saving(() => call('DELETE', path), `${nameOf(id)} is deleted`);
      } else {
        const removeAll = () => call('POST', '/admin/uploads/delete', { ids });
        await saving(removeAll, `${counted(ids.length, 'photo')} are deleted`);
      }
      await changeList((photos) => photos.filter(({ id }) => !ids.includes(id)));
    },
    change: async (id: string, patch: UploadPatch): Promise<void> => {
      const path = `/admin/uploads/${encodeURIComponent(id)}`;
      const changed = await saving(() => call('PATCH', path, patch), `${nameOf(id)} changed`);
      const photo = (await changed.json()) as Upload;
      await changeList((photos) =>
        photos.map((other) => (other.id === id ? { ...other, ...photo } : other)),
      );
    },
  };
};

/** The address of a photo's image. */
export const photoAddress = ({ presignedUrl, filename }: Upload): string =>
  presignedUrl ?? `/uploads/${encodeURIComponent(filename)}`;

/** The Markdown of an image of the photo. */
export const photoMarkdown = (alt: string, id: string): string =>
  `![${alt.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ')}](/photos/${encodeURIComponent(id)})`;
