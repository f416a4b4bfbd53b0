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

/** So that a refusal comes as a text, which is shown as it is. */
const TEXT_IF_REFUSED = 'text/plain, application/json;q=0.9';

/** What the list of photos is cached under. */
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

/** An API that is not ours may leave out an empty list, or not know when a photo came. */
interface LenientUploads {
  readonly uploads?: readonly (Omit<Upload, 'created_at'> & Partial<Upload>)[] | null;
}

interface PhotoList {
  readonly photos: readonly Upload[];
  /** None from an API that knows the specification alone. */
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
  /** Its pixels are stored as they are. */
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

const callWith = (
  method: string,
  path: string,
  body: unknown,
  idempotencyKey = newIdempotencyKey(),
): Promise<Response> => {
  const headers = { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: idempotencyKey };
  return call(method, path, { headers, body: JSON.stringify(body) });
};

/** Whether the API has no such call, as one that knows the specification alone. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 405);

/** The ways of photos to the server; each of the calls rejects with `ApiError` when it is refused. */
export interface PhotoCalls {
  /** Whether the API, as far as it is known, has more calls than the specification. */
  readonly hasMore: () => boolean;
  /** Stores a photo, by a commit of its own. */
  readonly send: (file: File, options: SendOptions) => Promise<UploadResponse>;
  /** Sends a photo that `commit` stores. */
  readonly stage: (file: File, options: SendOptions) => Promise<StagedUploadResponse>;
  /** Stores photos that were staged, by one commit; answered in their order. */
  readonly commit: (
    photos: StagedUploadsRequest['photos'],
    idempotencyKey: string,
  ) => Promise<readonly UploadResponse[]>;
}

interface Photos extends PhotoCalls {
  /** Newest first; undefined until they have arrived. */
  readonly photos: readonly Upload[] | undefined;
  /** Why they could not be loaded, as an error whose message is for a person. */
  readonly error: unknown;
  readonly reload: () => void;
  /** Asks the server for the list as it is now. */
  readonly latest: () => Promise<readonly Upload[]>;
  /** Deletes photos: by one commit, where the API can. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** Changes what is known of a photo. */
  readonly change: (id: string, patch: UploadPatch) => Promise<void>;
}

interface PhotosOptions {
  /** Whether each save can be undone by itself; not where it is a part of another. */
  readonly offersUndo?: boolean | undefined;
}

/**
 * The stored photos and their calls, each of which rejects with `ApiError` when it is refused.
 *
 * @param needed whether the list is needed now.
 */
export const usePhotos = (needed = true, { offersUndo = true }: PhotosOptions = {}): Photos => {
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  const { cache, mutate } = useSWRConfig();
  const { data, error } = useSWR<PhotoList, unknown>(needed ? PHOTOS : null, () =>
    keepSession(listPhotos),
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
  const saving = async (save: () => Promise<Response>): Promise<Response> => {
    const response = await keepSession(save);
    if (offersUndo) offerUndo(response.headers.get(SAVED_COMMIT_HEADER));
    return response;
  };
  /** Also after a failure the list is loaded: what was cancelled, or got no response, may be stored. */
  const storing = async (store: () => Promise<Response>): Promise<unknown> => {
    try {
      return await (await saving(store)).json();
    } finally {
      void mutate(PHOTOS);
    }
  };
  return {
    photos: data?.photos,
    hasMore,
    error,
    reload: () => void mutate(PHOTOS),
    latest: async () => (await keepSession(listPhotos)).photos,
    send: async (file, options) =>
      (await storing(() => postPhoto('/uploads', file, options))) as UploadResponse,
    stage: async (file, options) => {
      const staged = await keepSession(() => postPhoto('/admin/uploads/staged', file, options));
      return (await staged.json()) as StagedUploadResponse;
    },
    commit: async (staged, idempotencyKey) => {
      const body: StagedUploadsRequest = { photos: staged };
      const stored = await storing(() => callWith('POST', '/admin/uploads', body, idempotencyKey));
      return (stored as { readonly uploads: readonly UploadResponse[] }).uploads;
    },
    remove: async (ids) => {
      const body: DeleteUploadsRequest = { ids };
      const removeEach = async () => {
        for (const id of ids) {
          await saving(() => call('DELETE', `/admin/uploads/${encodeURIComponent(id)}`));
        }
      };
      if (ids.length === 1 || !hasMore()) await removeEach();
      else {
        await saving(() => callWith('POST', '/admin/uploads/delete', body)).catch(
          (cause: unknown) => {
            if (isUnknownCall(cause)) return removeEach();
            throw cause;
          },
        );
      }
      await changeList((photos) => photos.filter(({ id }) => !ids.includes(id)));
    },
    change: async (id, patch) => {
      const path = `/admin/uploads/${encodeURIComponent(id)}`;
      const changed = await saving(() => callWith('PATCH', path, patch));
      const photo = (await changed.json()) as Upload;
      await changeList((photos) => photos.map((it) => (it.id === id ? { ...it, ...photo } : it)));
    },
  };
};

/** Where a photo's picture is shown from. */
export const photoAddress = ({ presignedUrl, filename }: Upload): string =>
  presignedUrl ?? `/uploads/${encodeURIComponent(filename)}`;

/** Where a photo is shown from in one of its widths; in its own where the API has no others. */
export const thumbnailOf = (photo: Upload, width: PhotoWidth | undefined): string =>
  width === undefined ? photoAddress(photo) : sizedAddress(photo.id, width);

/** The Markdown that shows a photo in a text. */
export const photoMarkdown = (alt: string, id: string): string =>
  `![${alt.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ')}](/photos/${encodeURIComponent(id)})`;
