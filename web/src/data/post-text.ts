import {
  LOAD_FAILED,
  type Post,
  type PostPageResponse,
  type PostSource,
  type PostSummary,
} from 'content-schema';
import useSWR, { mutate, preload, type SWRResponse } from 'swr';
import { FRESH_MS } from './content.ts';
import { messageOf, request } from './request.ts';

interface PostTextState {
  /** Undefined while it is on its way. */
  readonly html: string | undefined;
  /** Why the text is not there. */
  readonly error: string | undefined;
}

const CALL = 'GET /posts/{id}';

/** What a post is cached under. */
const keyOf = (id: string) => [CALL, id] as const;

export const isPostTextKey = (key: unknown): boolean => Array.isArray(key) && key[0] === CALL;

/** A server that knows nothing of summaries answers with whole posts. */
export const isWhole = (post: PostSummary | undefined): post is PostSummary & PostSource =>
  post !== undefined && 'content' in post;

const hasHtml = (post: PostSummary): post is PostSummary & Post => 'contentHtml' in post;

const loadPost = async (id: string): Promise<PostPageResponse> =>
  (await request(CALL, { params: { id } })).answer;

const loadText = async (post: PostSummary): Promise<Pick<Post, 'contentHtml'>> => {
  if (!isWhole(post)) return loadPost(post.id);
  const { renderMarkdown } = await import('content-schema/markdown');
  return { contentHtml: renderMarkdown(post.content) };
};

/** Begins to load a post, for a page that will want it soon, which asks again if that fails. */
export const preloadPost = async (id: string): Promise<void> => {
  try {
    await preload(keyOf(id), () => loadPost(id));
  } catch {
    // Otherwise SWR would give the page this failure.
    await mutate(keyOf(id));
  }
};

/** The post with the id, by a call of its own; nothing without an id. */
export const usePost = (id: string | undefined): SWRResponse<PostPageResponse, unknown> =>
  useSWR<PostPageResponse, unknown>(
    id === undefined ? null : keyOf(id),
    id === undefined ? null : () => loadPost(id),
    { dedupingInterval: FRESH_MS },
  );

/** The text of the post; nothing without one. */
export const usePostText = (post: PostSummary | undefined): PostTextState => {
  const own = post && hasHtml(post) ? post.contentHtml : undefined;
  const missing = own === undefined ? post : undefined;
  const { data, error } = useSWR<Pick<Post, 'contentHtml'>, unknown>(
    missing ? keyOf(missing.id) : null,
    missing ? () => loadText(missing) : null,
    { dedupingInterval: FRESH_MS },
  );
  const html = data?.contentHtml ?? own;
  return {
    html,
    error: html !== undefined || error === undefined ? undefined : messageOf(error, LOAD_FAILED),
  };
};
