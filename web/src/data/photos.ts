import {
  API_BASE_PATH,
  SAVED_COMMIT_HEADER,
  UPLOADS_LIST_LIMIT,
  type Upload,
  UNDATED,
  type UploadResponse,
} from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import { useKeepSession, useOfferUndo } from './keep-session.ts';
import { ApiError } from './request.ts';
import { sendForm } from './send-form.ts';

/** So that a refusal comes as a text, which is shown as it is. */
const TEXT_IF_REFUSED = 'text/plain, application/json;q=0.9';

export const PHOTOS = `/admin/uploads?limit=${UPLOADS_LIST_LIMIT}`;

const refusalOf = async (response: Response): Promise<ApiError> => {
  const text = (await response.text()) || response.statusText || 'Request failed';
  return new ApiError(text, { status: response.status });
};

const call = async (method: string, path: string): Promise<Response> => {
  const response = await fetch(`${API_BASE_PATH}${path}`, {
    method,
    credentials: 'same-origin',
    headers: { Accept: TEXT_IF_REFUSED },
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
};

/** An API that is not ours may leave out an empty list, or not know when a photo came. */
interface LenientUploads {
  readonly uploads?: readonly (Omit<Upload, 'created_at'> & Partial<Upload>)[] | null;
}

const listPhotos = async (): Promise<Upload[]> => {
  const { uploads } = (await (await call('GET', PHOTOS)).json()) as LenientUploads;
  return (uploads ?? []).map((photo) => ({ ...photo, created_at: photo.created_at ?? UNDATED }));
};

interface SendOptions {
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
  readonly idempotencyKey: string;
}

const sendPhoto = async (file: File, parts: SendOptions): Promise<Response> => {
  const body = new FormData();
  body.append('file', file);
  const response = await sendForm('/uploads', { ...parts, body, accept: TEXT_IF_REFUSED });
  if (!response.ok) throw await refusalOf(response);
  return response;
};

export type SendPhoto = (file: File, options: SendOptions) => Promise<UploadResponse>;

interface Photos {
  /** Newest first; undefined until they have arrived. */
  readonly photos: readonly Upload[] | undefined;
  /** Why they could not be loaded, as an error whose message is for a person. */
  readonly error: unknown;
  readonly reload: () => void;
  readonly send: SendPhoto;
  readonly remove: (id: string) => Promise<void>;
}

/**
 * The stored photos and their calls, each of which rejects with `ApiError` when it is refused.
 *
 * @param needed whether the list is needed now.
 */
export const usePhotos = (needed = true): Photos => {
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  const { mutate } = useSWRConfig();
  const { data, error } = useSWR<Upload[], unknown>(needed ? PHOTOS : null, () =>
    keepSession(listPhotos),
  );
  return {
    photos: data,
    error,
    reload: () => void mutate(PHOTOS),
    send: async (file, parts) => {
      try {
        const response = await keepSession(() => sendPhoto(file, parts));
        offerUndo(response.headers.get(SAVED_COMMIT_HEADER));
        return (await response.json()) as UploadResponse;
      } finally {
        // Also after a failure: what was cancelled, or got no response, may be stored.
        void mutate(PHOTOS);
      }
    },
    remove: async (id) => {
      const path = `/admin/uploads/${encodeURIComponent(id)}`;
      const { headers } = await keepSession(() => call('DELETE', path));
      offerUndo(headers.get(SAVED_COMMIT_HEADER));
      const withoutIt = (photos?: Upload[]) => photos?.filter((photo) => photo.id !== id);
      await mutate<Upload[]>(PHOTOS, withoutIt, { revalidate: false });
    },
  };
};

/** Where a photo's picture is shown from. */
export const photoAddress = ({ presignedUrl, filename }: Upload): string =>
  presignedUrl ?? `/uploads/${encodeURIComponent(filename)}`;

/** The Markdown that shows a photo in a text. */
export const photoMarkdown = (alt: string, id: string): string =>
  `![${alt.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ')}](/photos/${encodeURIComponent(id)})`;
