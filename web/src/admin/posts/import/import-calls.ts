import {
  API_BASE_PATH,
  failureMessages,
  type FileMessage,
  type ImportLinks,
  type ImportPreviewResponse,
  type ImportResponse,
  type PostHeading,
  type StagedUploadResponse,
} from 'content-schema';
import pLimit from 'p-limit';
import type { SendOptions } from '../../../data/photos.ts';
import { errorOf, newIdempotencyKey } from '../../../data/request.ts';
import { isCancelled, sendForm } from '../../../data/send-form.ts';
import { convertHeic, isHeic } from '../../editing/photos/heic.ts';
import { mayRetry, problemOf, rejectionOf } from '../../editing/photos/photo-uploads.ts';
import type { ChosenFiles, ChosenPost } from './chosen-files.ts';
import { batchesOf, isSent, rowsOf, type Previews } from './import-rows.ts';

/** The calls of an import. Each rejects with `ApiError` when the server refuses. */

/** The result of one or more requests, with a message if none of their files became a post. */
export type ImportResult = Omit<ImportResponse<PostHeading>, 'message'> & {
  readonly message?: string;
};

/** Combines the results of several requests. */
export const combine = (results: readonly ImportResult[]): ImportResult => {
  const message = results.find((result) => result.message !== undefined)?.message;
  return {
    count: results.reduce((sum, { count }) => sum + count, 0),
    saved: results.flatMap(({ saved }) => saved),
    errors: results.flatMap(({ errors }) => errors),
    warnings: results.flatMap(({ warnings }) => warnings),
    already: results.flatMap(({ already }) => already),
    ...(message !== undefined && { message }),
  };
};

const formOf = (posts: readonly ChosenPost[]): FormData => {
  const form = new FormData();
  for (const { file } of posts) form.append('files', file);
  form.append('paths', JSON.stringify(posts.map(({ path }) => path)));
  return form;
};

const previewOf = async (posts: readonly ChosenPost[]): Promise<Previews> => {
  const path = `${API_BASE_PATH}/admin/posts/import-preview`;
  const response = await fetch(path, { method: 'POST', body: formOf(posts) });
  if (!response.ok) throw await errorOf(response);
  const { files } = (await response.json()) as ImportPreviewResponse;
  return new Map(
    posts.flatMap((post, index) => {
      const preview = files[index];
      return preview ? [[post, preview] as const] : [];
    }),
  );
};

export type Call = <CallResponse>(call: () => Promise<CallResponse>) => Promise<CallResponse>;

/** Asks the server what an import of the files would create. */
export const previewAll = async (chosen: ChosenFiles, call: Call): Promise<Previews> => {
  const rows = rowsOf(chosen, new Map(), new Set()).filter(isSent);
  const previews: Previews[] = [];
  for (const batch of batchesOf(rows)) {
    previews.push(await call(() => previewOf(batch.map((row) => row.chosen))));
  }
  return new Map(previews.flatMap((result) => [...result]));
};

interface PostOptions {
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
  readonly idempotencyKey: string;
}

interface PostedForm {
  readonly result: ImportResult;
  readonly response: Response;
}

/**
 * The response to an import of `sent` files, also to one that creates no posts; undefined for other
 * responses. Without a count, the saved posts are counted, else all files.
 */
const readResult = async (response: Response, sent: number): Promise<ImportResult | undefined> => {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null) return undefined;
  if (!response.ok && !('errors' in body)) return undefined;
  const { message, ...result } = body as Partial<ImportResponse<PostHeading>>;
  const count = result.saved?.length ?? sent;
  const complete = { count, saved: [], errors: [], warnings: [], already: [], ...result };
  return response.ok || message === undefined ? complete : { ...complete, message };
};

const postForm = async (body: FormData, options: PostOptions): Promise<PostedForm> => {
  // The texts would have to be rendered.
  body.append('posts', 'headings');
  const input = { body, accept: 'application/json', ...options };
  const response = await sendForm('/admin/posts/upload', input);
  const result = await readResult(response.clone(), body.getAll('files').length);
  if (!result) throw await errorOf(response, failureMessages.upload);
  return { result, response };
};

/** Imports files. Rejects only if the server refuses without naming the wrong files. */
export const postFiles = (
  posts: readonly ChosenPost[],
  links: ImportLinks,
  options: PostOptions,
): Promise<PostedForm> => {
  const body = formOf(posts);
  if (links.links.length > 0) body.append('links', JSON.stringify(links));
  return postForm(body, options);
};

/** Imports the posts that lie elsewhere in the repository, like `postFiles`. */
export const postElsewhere = (signal: AbortSignal): Promise<PostedForm> => {
  const body = new FormData();
  body.append('from', 'repository');
  const onProgress = () => undefined;
  return postForm(body, { signal, onProgress, idempotencyKey: newIdempotencyKey() });
};

/**
 * The pictures sent so far, by path: their names on the server, or the reason why it refused them.
 */
export interface SentImages {
  readonly names: Map<string, string>;
  readonly rejections: Map<string, FileMessage>;
}

export interface StageOptions {
  readonly stage: (file: File, options: SendOptions) => Promise<StagedUploadResponse>;
  /** Called with the number of bytes that were sent or skipped. */
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal;
}

const IMAGES_AT_ONCE = 3;

/** Sends pictures for the next import request. Rejects if a picture may be sent later. */
export const sendImages = async (
  images: ReadonlyMap<string, File>,
  { names, rejections }: SentImages,
  { stage, onSent, signal }: StageOptions,
): Promise<void> => {
  const inTurn = pLimit(IMAGES_AT_ONCE);
  const send = async (path: string, file: File) => {
    const rejection = rejectionOf(file);
    if (rejection !== undefined) rejections.set(path, { file: path, message: rejection });
    if (names.has(path) || rejections.has(path)) {
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
      const image = isHeic(file) ? await convertHeic(file) : file;
      const options = { signal, onProgress, idempotencyKey: newIdempotencyKey(), original: false };
      names.set(path, (await stage(image, options)).staged);
    } catch (error) {
      if (isCancelled(error) || mayRetry(error)) throw error;
      rejections.set(path, { file: path, message: problemOf(error) });
    }
    onProgress(1);
  };
  await Promise.all([...images].map(([path, file]) => inTurn(() => send(path, file))));
};
