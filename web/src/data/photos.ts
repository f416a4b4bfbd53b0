import {
  API_BASE_PATH,
  IDEMPOTENCY_HEADER,
  photoAddress as sizedAddress,
  REVISION_HEADER,
  SAVED_COMMIT_HEADER,
  UPLOADS_LIST_LIMIT,
  UNDATED,
  type DeleteUploadsRequest,
  type PhotoWidth,
  type StagedUploadResponse,
  type StagedUploadsRequest,
  type Upload,
  type UploadPatch,
  type UploadResponse,
} from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import { useKeepSession, useOfferUndo } from './keep-session.ts';
import { EDITABLE_CONTENT } from './loaded-content.ts';
import { ApiError, newIdempotencyKey } from './request.ts';
import { sendForm } from './send-form.ts';

/** Asks for error messages as plain text, which the interface shows unchanged. */
const TEXT_IF_REFUSED = 'text/plain, application/json;q=0.9';

/** The SWR key of the list of photos. */
export const PHOTOS = `/admin/uploads?limit=${UPLOADS_LIST_LIMIT}`;

const refusalOf = async (response: Response): Promise<ApiError> => {
  const text = (await response.text()) || response.statusText || 'Request failed';
  return new ApiError(text, { status: response.status });
};

interface CallInput {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const call = async (method: string, path: string, input: CallInput = {}): Promise<Response> => {
  const response = await fetch(`${API_BASE_PATH}${path}`, {
    ...input,
    method,
    credentials: 'same-origin',
    headers: { ...input.headers, Accept: TEXT_IF_REFUSED },
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
};

/** An API other than ours may omit an empty list or a photo's creation date. */
interface LenientUploads {
  readonly uploads?: readonly (Omit<Upload, 'created_at'> & Partial<Upload>)[] | null;
}

interface PhotoList {
  readonly photos: readonly Upload[];
  /** Undefined with an API that implements only the specification. */
  readonly revision: string | undefined;
}

const listPhotos = async (): Promise<PhotoList> => {
  const response = await call('GET', PHOTOS);
  const { uploads } = (await response.json()) as LenientUploads;
  return {
    photos: (uploads ?? []).map((it) => ({ ...it, created_at: it.created_at ?? UNDATED })),
    revision: response.headers.get(REVISION_HEADER) ?? undefined,
  };
};

export interface SendOptions {
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
  readonly idempotencyKey: string;
  /** Stores the file's pixels unchanged. */
  readonly original: boolean;
}

const postPhoto = async (
  path: string,
  file: File,
  { original, ...parts }: SendOptions,
): Promise<Response> => {
  const body = new FormData();
  body.append('file', file);
  if (original) body.append('original', 'true');
  const response = await sendForm(path, { ...parts, body, accept: TEXT_IF_REFUSED });
  if (!response.ok) throw await refusalOf(response);
  return response;
};

const callWith = (method: string, path: string, body: unknown): Promise<Response> => {
  const headers = { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: newIdempotencyKey() };
  return call(method, path, { headers, body: JSON.stringify(body) });
};

/** Whether the API lacks the call, as an API that implements only the specification does. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 405);

/** The calls that upload photos. Each rejects with `ApiError` when the server refuses. */
export interface PhotoCalls {
  /** Whether the API is known to have more calls than the specification. */
  readonly hasMore: () => boolean;
  /** Stores a photo in a commit of its own. */
  readonly send: (file: File, options: SendOptions) => Promise<UploadResponse>;
  /** Uploads a photo, which a later `commit` stores. */
  readonly stage: (file: File, options: SendOptions) => Promise<StagedUploadResponse>;
  /**
   * Stores staged photos in one commit, each once, however often it is sent. Resolves to the stored
   * photos in the same order.
   */
  readonly commit: (photos: StagedUploadsRequest['photos']) => Promise<readonly UploadResponse[]>;
}

interface Photos extends PhotoCalls {
  /** Newest first; undefined until they have loaded. */
  readonly photos: readonly Upload[] | undefined;
  /** Why the list could not be loaded. The message is meant for the administrator. */
  readonly error: unknown;
  readonly reload: () => void;
  /** Loads the list as it is stored now. */
  readonly latest: () => Promise<readonly Upload[]>;
  /** Deletes photos, in one commit where the API can. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** Changes a photo's metadata. */
  readonly change: (id: string, patch: UploadPatch) => Promise<void>;
}

export const photoCount = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`);

/** A failure stays the one that is shown. */
const RELOAD = { revalidate: false, throwOnError: false } as const;

interface PhotosOptions {
  /** Whether to offer "Undo" after each save; false for saves that are part of a larger one. */
  readonly offersUndo?: boolean | undefined;
}

/**
 * The stored photos and the calls that change them. Each call rejects with `ApiError` when the
 * server refuses.
 *
 * @param needed whether to load the list.
 */
export const usePhotos = (needed = true, { offersUndo = true }: PhotosOptions = {}): Photos => {
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  const { cache, mutate } = useSWRConfig();
  const known = () => cache.get(PHOTOS)?.data as PhotoList | undefined;
  const { data, error } = useSWR<PhotoList, unknown>(needed ? PHOTOS : null, () =>
    // A list that is only brought up to date asks for no sign-in.
    known() === undefined ? keepSession(listPhotos) : listPhotos(),
  );
  const hasMore = () =>
    [PHOTOS, EDITABLE_CONTENT].some((key) => {
      const known = cache.get(key)?.data as Partial<PhotoList> | undefined;
      return known?.revision !== undefined;
    });
  const changeList = (change: (photos: readonly Upload[]) => readonly Upload[]) =>
    mutate<PhotoList>(PHOTOS, (list) => list && { ...list, photos: change(list.photos) }, {
      revalidate: false,
    });
  const saving = async (save: () => Promise<Response>, text: string): Promise<Response> => {
    const response = await keepSession(save);
    if (offersUndo) offerUndo(response.headers.get(SAVED_COMMIT_HEADER), { text });
    return response;
  };
  /** Reloads the list after a failure too: an upload without a response may still be stored. */
  const storing = async (count: number, store: () => Promise<Response>): Promise<unknown> => {
    try {
      return await (await saving(store, `Uploaded ${photoCount(count)}`)).json();
    } finally {
      void mutate(PHOTOS);
    }
  };
  const nameOf = (id = ''): string =>
    `“${known()?.photos.find((photo) => photo.id === id)?.filename ?? id}”`;
  return {
    photos: data?.photos,
    hasMore,
    error,
    reload: () => void mutate(PHOTOS, () => keepSession(listPhotos), RELOAD),
    latest: async () => (await keepSession(listPhotos)).photos,
    send: async (file, options) =>
      (await storing(1, () => postPhoto('/uploads', file, options))) as UploadResponse,
    stage: async (file, options) => {
      const staged = await keepSession(() => postPhoto('/admin/uploads/staged', file, options));
      return (await staged.json()) as StagedUploadResponse;
    },
    commit: async (staged) => {
      const body: StagedUploadsRequest = { photos: staged };
      const store = () => callWith('POST', '/admin/uploads', body);
      const stored = await storing(staged.length, store);
      return (stored as { readonly uploads: readonly UploadResponse[] }).uploads;
    },
    remove: async (ids) => {
      const body: DeleteUploadsRequest = { ids };
      const deleted =
        ids.length === 1 ? `${nameOf(ids[0])} is deleted` : `${photoCount(ids.length)} are deleted`;
      const removeEach = async () => {
        for (const id of ids) {
          const path = `/admin/uploads/${encodeURIComponent(id)}`;
          await saving(() => call('DELETE', path), deleted);
        }
      };
      if (ids.length === 1 || !hasMore()) await removeEach();
      else {
        const removeAll = () => callWith('POST', '/admin/uploads/delete', body);
        await saving(removeAll, deleted).catch((cause: unknown) => {
          if (isUnknownCall(cause)) return removeEach();
          throw cause;
        });
      }
      await changeList((photos) => photos.filter(({ id }) => !ids.includes(id)));
    },
    change: async (id, patch) => {
      const path = `/admin/uploads/${encodeURIComponent(id)}`;
      const changed = await saving(() => callWith('PATCH', path, patch), `${nameOf(id)} changed`);
      const photo = (await changed.json()) as Upload;
      await changeList((photos) => photos.map((it) => (it.id === id ? { ...it, ...photo } : it)));
    },
  };
};

/** The address of a photo's image. */
export const photoAddress = ({ presignedUrl, filename }: Upload): string =>
  presignedUrl ?? `/uploads/${encodeURIComponent(filename)}`;

/** The address of a photo's image in a given width; the original width where that is undefined. */
export const thumbnailOf = (photo: Upload, width: PhotoWidth | undefined): string =>
  width === undefined ? photoAddress(photo) : sizedAddress(photo.id, width);

/** The Markdown of an image of the photo. */
export const photoMarkdown = (alt: string, id: string): string =>
  `![${alt.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ')}](/photos/${encodeURIComponent(id)})`;
