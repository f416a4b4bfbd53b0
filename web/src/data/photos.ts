import {
  sizedPhotoAddress,
  UPLOADS_LIST_LIMIT,
  type PhotoWidth,
  type StagedUploadResponse,
  type StagedUploadsRequest,
  type Upload,
  type UploadPatch,
  counted,
} from 'content-schema';
import { isVideo, VIDEO_START, videoAddress } from 'content-schema/video';
import useSWR, { useSWRConfig } from 'swr';
import { useKeepSession, useOfferUndo, useRequest } from './keep-session.ts';
import { errorOf, request as requestOnce } from './request.ts';
import { sendForm, type FormInput } from './send-form.ts';

/** The call for the list of photos, and its SWR key. */
export const PHOTOS = 'GET /admin/uploads';

const listPhotos = async (call: typeof requestOnce): Promise<readonly Upload[]> => {
  const query = { limit: String(UPLOADS_LIST_LIMIT) };
  return (await call(PHOTOS, { query })).response.uploads;
};

export interface SendOptions extends Omit<FormInput, 'body'> {
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
  const response = await sendForm('/admin/uploads/staged', { ...options, body });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as StagedUploadResponse;
};

/** A failure stays the one that is shown. */
const RELOAD = { revalidate: false, throwOnError: false } as const;

/** The photos, listed if `needed`, and the calls that change them. Each rejects as `request` does. */
export const usePhotos = (needed = true) => {
  const request = useRequest();
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  const { cache, mutate } = useSWRConfig();
  const cached = () => cache.get(PHOTOS)?.data as readonly Upload[] | undefined;
  const { data: photos, error } = useSWR<readonly Upload[], unknown>(needed ? PHOTOS : null, () =>
    // A list that is only brought up to date asks for no sign-in.
    listPhotos(cached() === undefined ? request : requestOnce),
  );
  const changeList = (change: (photos: readonly Upload[]) => readonly Upload[]) =>
    mutate<readonly Upload[]>(PHOTOS, (photos) => photos && change(photos), { revalidate: false });
  const nameOf = (id: string): string =>
    `“${cached()?.find((photo) => photo.id === id)?.filename ?? id}”`;
  return {
    /** Uploads a photo, which a later `commit` stores. */
    stage: (file: File, options: SendOptions): Promise<StagedUploadResponse> =>
      keepSession(() => stagePhoto(file, options)),
    /** Stores staged photos by one commit, however often it is sent, and updates the list. */
    commit: async (photos: StagedUploadsRequest['photos']): Promise<void> => {
      try {
        const { response, commit } = await request('POST /admin/uploads', { body: { photos } });
        offerUndo(commit, { text: `Uploaded ${counted(photos.length, 'photo')}` });
        const added = new Set(response.uploads.map(({ id }) => id));
        await changeList((listed) => [
          ...response.uploads,
          ...listed.filter(({ id }) => !added.has(id)),
        ]);
      } finally {
        // After a failure too: an upload without a response may still be stored.
        await mutate(PHOTOS);
      }
    },
    /** Newest first; undefined until they have loaded. */
    photos,
    /** Why the list could not be loaded. The message is meant for the administrator. */
    error,
    reload: () => void mutate(PHOTOS, () => listPhotos(request), RELOAD),
    /** Deletes photos in one commit. */
    remove: async (ids: readonly string[]): Promise<void> => {
      const [id = '', ...others] = ids;
      const { commit } = await (others.length > 0
        ? request('POST /admin/uploads/delete', { body: { ids } })
        : request('DELETE /admin/uploads/{id}', { params: { id } }));
      const what = others.length > 0 ? `${counted(ids.length, 'photo')} are` : `${nameOf(id)} is`;
      offerUndo(commit, { text: `${what} deleted` });
      await changeList((photos) => photos.filter(({ id }) => !ids.includes(id)));
    },
    change: async (id: string, patch: UploadPatch): Promise<void> => {
      const input = { params: { id }, body: patch };
      const { response: photo, commit } = await request('PATCH /admin/uploads/{id}', input);
      offerUndo(commit, { text: `${nameOf(id)} changed` });
      await changeList((photos) =>
        photos.map((other) => (other.id === id ? { ...other, ...photo } : other)),
      );
    },
  };
};

export type PhotoCalls = Pick<ReturnType<typeof usePhotos>, 'stage' | 'commit'>;

export const photoAddress = (photo: Upload): string =>
  (photo.presignedUrl ?? `/uploads/${encodeURIComponent(photo.filename)}`) +
  (isVideo(photo) ? VIDEO_START : '');

/** The address of a photo that visitors don't see; undefined for others. */
export const unpublishedAddress = (photo: Upload): string | undefined =>
  photo.presignedUrl?.startsWith('/past/') ? photoAddress(photo) : undefined;

/** In the format before the last one, which is smaller, and which browsers have long supported. */
export const thumbnailAddress = (photo: Upload, width: PhotoWidth): string =>
  unpublishedAddress(photo) ??
  (isVideo(photo) ? videoAddress(photo) : sizedPhotoAddress(photo, width, photo.formats.at(-2)));

export const photoMarkdown = (alt: string, id: string): string =>
  `![${alt.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ')}](/photos/${encodeURIComponent(id)})`;
