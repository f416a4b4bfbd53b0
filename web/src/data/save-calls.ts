import type {
  ContentPatch,
  PostRequest,
  PostSource,
  SavedPost,
  SiteShell,
  StagedUploadsRequest,
} from 'content-schema';
import type { request, Saved } from './request.ts';

/**
 * The calls that save: what the specification saves by one call is saved by that call, several parts
 * and a post with photos by `PATCH /content`. Each makes one commit and rejects as `request` does.
 */

export const sendParts = async (
  call: typeof request,
  parts: ContentPatch,
  revision: string,
): Promise<Saved<Partial<SiteShell>>> => {
  const [part, ...others] = Object.keys(parts) as (keyof SiteShell)[];
  const body = part && parts[part];
  if (part === undefined || body === undefined || others.length > 0) {
    return call('PATCH /content', { body: parts, revision });
  }
  const saved = await call(`PUT /${part}`, { body, revision });
  return { ...saved, response: { [part]: saved.response } };
};

export type SentPost = PostRequest & { readonly id: string };

export type SentPhoto = StagedUploadsRequest['photos'][number] & { readonly id: string };

export const sendPost = async (
  call: typeof request,
  post: SentPost,
  revision: string,
  photos: readonly SentPhoto[] = [],
): Promise<Saved<SavedPost<PostSource>>> => {
  const { id, ...body } = post;
  if (photos.length === 0) {
    return call('PUT /posts/{id}?posts=markdown', { params: { id }, body, revision });
  }
  const patch = { posts: { changed: [post] }, photos: [...photos] };
  const saved = await call('PATCH /content', { body: patch, revision });
  const [response] = saved.response.posts ?? [];
  if (!response) throw new TypeError('The response lacks the saved post');
  return { ...saved, response };
};
