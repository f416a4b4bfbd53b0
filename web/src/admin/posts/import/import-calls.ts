import {
  API_BASE_PATH,
  type ImportLinks,
  type ImportPreviewResponse,
  type StagedUploadResponse,
} from 'content-schema';
import type { SendOptions } from '../../../data/photos.ts';
import { errorOf, isNotOffered, newIdempotencyKey } from '../../../data/request.ts';
import { isCancelled, sendForm } from '../../../data/send-form.ts';
import { convertHeic, isHeic } from '../../editing/heic.ts';
import { createLimit, mayRetry, problemOf, refusalOf } from '../../editing/photo-uploads.ts';
import type { ChosenFiles, ChosenPost } from './chosen-files.ts';
import {
  readImported,
  readRefused,
  type ImportMessage,
  type ImportResult,
} from './import-result.ts';
import { batchesOf, isSent, rowsOf, type Previews } from './import-rows.ts';

/** The calls of an import. Each rejects with `ApiError` when the session has ended. */

/** The reason why an import stops. */
export class ImportRefused extends Error {}

/** The result of a request, with a message if none of its files became a post. */
export type BatchResult = ImportResult & { readonly message?: string };

const formOf = (posts: readonly ChosenPost[], hasMore: boolean): FormData => {
  const form = new FormData();
  for (const { file } of posts) form.append('files', file);
  if (hasMore) form.append('paths', JSON.stringify(posts.map(({ path }) => path)));
  return form;
};

const previewOf = async (posts: readonly ChosenPost[]): Promise<Previews> => {
  const path = `${API_BASE_PATH}/admin/posts/import-preview`;
  const response = await fetch(path, {
    method: 'POST',
    body: formOf(posts, true),
  });
  if (!response.ok) {
    const error = await errorOf(response);
    if (isNotOffered(error)) return new Map();
    throw error;
  }
  const { files } = (await response.json()) as Partial<ImportPreviewResponse>;
  return new Map(
    posts.flatMap((post, index) => {
      const preview = files?.[index];
      return preview ? [[post, preview] as const] : [];
    }),
  );
};

export type Call = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** Asks the server what an import of the files would create. */
export const previewAll = async (chosen: ChosenFiles, call: Call): Promise<Previews> => {
  const rows = rowsOf(chosen, new Map(), new Set()).filter(isSent);
  const previews: Previews[] = [];
  for (const batch of batchesOf(rows)) {
    previews.push(await call(() => previewOf(batch.map((row) => row.chosen))));
  }
  return new Map(previews.flatMap((found) => [...found]));
};

interface PostOptions {
  /** Whether the API can omit the posts' texts from its answer, which it would have to render. */
  readonly hasMore: boolean;
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
  readonly idempotencyKey: string;
}

interface PostedForm {
  readonly result: BatchResult;
  readonly response: Response;
}

const postForm = async (
  body: FormData,
  sent: number,
  options: Omit<PostOptions, 'hasMore'>,
): Promise<PostedForm> => {
  const path = '/admin/posts/upload';
  const response = await sendForm(path, { body, accept: 'application/json', ...options });
  if (response.status === 401) throw await errorOf(response);
  if (response.ok) return { result: readImported(await response.json(), sent), response };
  const refused = readRefused(await response.json().catch(() => undefined));
  if (response.status < 500 && refused.errors.length > 0) return { result: refused, response };
  throw new ImportRefused(refused.message);
};

/** Imports files. Throws `ImportRefused` for a refusal that doesn't name the wrong files. */
export const postFiles = (
  posts: readonly ChosenPost[],
  links: ImportLinks,
  { hasMore, ...options }: PostOptions,
): Promise<PostedForm> => {
  const body = formOf(posts, hasMore);
  if (hasMore) body.append('posts', 'headings');
  if (links.links.length > 0) body.append('links', JSON.stringify(links));
  return postForm(body, posts.length, options);
};

/** Imports the posts that lie elsewhere in the repository, like `postFiles`. */
export const postElsewhere = (signal: AbortSignal): Promise<PostedForm> => {
  const body = formOf([], false);
  body.append('from', 'repository');
  body.append('posts', 'headings');
  const onProgress = () => undefined;
  return postForm(body, 0, { signal, onProgress, idempotencyKey: newIdempotencyKey() });
};

/**
 * The pictures sent so far, by path: their names on the server, or the reason why it refused them.
 */
export interface SentPictures {
  readonly names: Map<string, string>;
  readonly refusals: Map<string, ImportMessage>;
}

export interface StageOptions {
  readonly stage: (file: File, options: SendOptions) => Promise<StagedUploadResponse>;
  /** Called with the number of bytes that were sent or skipped. */
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal;
}

const PICTURES_AT_ONCE = 3;

/** Sends pictures for the next import request. Rejects if a picture may be sent later. */
export const sendPictures = async (
  pictures: ReadonlyMap<string, File>,
  { names, refusals }: SentPictures,
  { stage, onSent, signal }: StageOptions,
): Promise<void> => {
  const inTurn = createLimit(PICTURES_AT_ONCE);
  const send = async (path: string, file: File) => {
    const refusal = refusalOf(file);
    if (refusal !== undefined) refusals.set(path, { file: path, message: refusal });
    if (names.has(path) || refusals.has(path)) {
      onSent(file.size);
      return;
    }
    signal.throwIfAborted();
    let sent = 0;
    const onProgress = (fraction: number) => {
      onSent(fraction * file.size - sent);
      sent = fraction * file.size;
    };
    try {
      const picture = isHeic(file) ? await convertHeic(file) : file;
      const options = { signal, onProgress, idempotencyKey: newIdempotencyKey(), original: false };
      names.set(path, (await stage(picture, options)).staged);
    } catch (error) {
      if (isCancelled(error) || mayRetry(error)) throw error;
      refusals.set(path, { file: path, message: problemOf(error) });
    }
    onProgress(1);
  };
  await Promise.all([...pictures].map(([path, file]) => inTurn(() => send(path, file))));
};
