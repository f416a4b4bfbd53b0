import {
  SAVED_COMMIT_HEADER,
  failureMessages,
  pick,
  type FetchedPhoto,
  type ImportLinks,
  type ImportPreviewResponse,
  type ImportResponse,
  type PostHeading,
} from 'content-schema';
import type { SendOptions } from '../../../data/photos.ts';
import { addressOf, errorOf, request } from '../../../data/request.ts';
import { sendForm } from '../../../data/send-form.ts';
import type { ChosenPost } from './chosen-files.ts';

/** The calls of an import. Each rejects with `ApiError` when the server refuses. */

export interface ImportResult extends Omit<ImportResponse<PostHeading>, 'message'> {
  /** Absent if any of the files became a post. */
  readonly message?: string;
  readonly commits: readonly string[];
}

export const combine = (results: readonly ImportResult[]): ImportResult => {
  const message = results.find((result) => result.message !== undefined)?.message;
  return {
    count: results.reduce((sum, { count }) => sum + count, 0),
    saved: results.flatMap(({ saved }) => saved),
    errors: results.flatMap(({ errors }) => errors),
    warnings: results.flatMap(({ warnings }) => warnings),
    already: results.flatMap(({ already }) => already),
    commits: results.flatMap(({ commits }) => commits),
    ...(message !== undefined && { message }),
  };
};

const formOf = (posts: readonly ChosenPost[]): FormData => {
  const form = new FormData();
  for (const { file } of posts) form.append('files', file);
  form.append('paths', JSON.stringify(posts.map(({ path }) => path)));
  const details = posts.map((post) => pick(post, ['kind', 'lang', 'translationKey', 'aliases']));
  form.append('details', JSON.stringify(details));
  return form;
};

export type FilePreview = ImportPreviewResponse['files'][number];

/** The server's preview of each file; empty before its response. */
export type Previews = ReadonlyMap<ChosenPost, FilePreview>;

/** The id of the post that a file becomes or became. */
export const idIn = (preview: FilePreview | undefined): string | undefined => {
  if (!preview) return undefined;
  if ('post' in preview) return preview.post.id;
  return 'id' in preview ? preview.id : undefined;
};

export const previewFiles = async (
  posts: readonly ChosenPost[],
): Promise<readonly FilePreview[]> => {
  const response = await fetch(addressOf('/admin/posts/import-preview'), {
    method: 'POST',
    body: formOf(posts),
  });
  if (!response.ok) throw await errorOf(response);
  return ((await response.json()) as ImportPreviewResponse).files;
};

export const fetchPicture = async (body: FetchedPhoto, signal: AbortSignal) =>
  (await request('POST /admin/uploads/fetch', { body, signal })).response;

type PostOptions = Omit<SendOptions, 'original'>;

/** The result of an import, also of one refused for its files; undefined for other responses. */
export const readResult = async (
  response: Response,
  sent: number,
): Promise<ImportResult | undefined> => {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null) return undefined;
  if (!response.ok && !('errors' in body)) return undefined;
  const { message, ...result } = body as Partial<ImportResponse<PostHeading>>;
  const commit = response.headers.get(SAVED_COMMIT_HEADER);
  return {
    ...{ count: result.saved?.length ?? sent, saved: [], errors: [], warnings: [], already: [] },
    ...result,
    commits: commit === null ? [] : [commit],
    ...(!response.ok && { count: 0, saved: [], message: message ?? failureMessages.upload }),
  };
};

/** Imports files. Rejects only if the server refuses without naming the wrong files. */
export const postFiles = async (
  posts: readonly ChosenPost[],
  links: ImportLinks,
  options: PostOptions,
): Promise<ImportResult> => {
  const body = formOf(posts);
  if (links.links.length > 0) body.append('links', JSON.stringify(links));
  // The texts would have to be rendered.
  body.append('posts', 'headings');
  const response = await sendForm('/admin/posts/upload', { ...options, body });
  const result = await readResult(response.clone(), posts.length);
  if (!result) throw await errorOf(response, failureMessages.upload);
  return result;
};
