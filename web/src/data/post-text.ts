import { LOAD_FAILED, type Post, type PostSource, type PostSummary } from 'content-schema';
import useSWR, { mutate, preload } from 'swr';
import { FRESH_MS } from './content.ts';
import { messageOf, request } from './request.ts';

interface PostTextState {
  /** Undefined while it is on its way. */
  readonly html: string | undefined;
  /** Why the text is not there. */
  readonly error: string | undefined;
}

const CALL = 'GET /posts/{id}';

/** What a post's text is cached under. */
const keyOf = (id: string) => [CALL, id] as const;

export const isPostTextKey = (key: unknown): boolean => Array.isArray(key) && key[0] === CALL;

/** A server that knows nothing of summaries answers with whole posts. */
const isWhole = (post: PostSummary): post is PostSummary & PostSource => 'content' in post;

const hasHtml = (post: PostSummary): post is PostSummary & Post => 'contentHtml' in post;

const loadHtml = async (post: PostSummary): Promise<string> => {
  if (!isWhole(post)) {
    return (await request(CALL, { params: { id: post.id } })).answer.contentHtml;
  }
  const { renderMarkdown } = await import('content-schema/markdown');
  return renderMarkdown(post.content);
};

/** Begins to load a post's text, for a page that will want it soon, which asks again if that fails. */
export const preloadPostText = async (post: PostSummary): Promise<void> => {
  if (isWhole(post)) return;
  try {
    await preload(keyOf(post.id), () => loadHtml(post));
  } catch {
    // Otherwise SWR would give the page this failure.
    await mutate(keyOf(post.id));
  }
};

/** The text of the post; nothing without one. */
export const usePostText = (post: PostSummary | undefined): PostTextState => {
  const own = post && hasHtml(post) ? post.contentHtml : undefined;
  const missing = own === undefined ? post : undefined;
  const { data: html = own, error } = useSWR<string, unknown>(
    missing ? keyOf(missing.id) : null,
    missing ? () => loadHtml(missing) : null,
    { dedupingInterval: FRESH_MS },
  );
  return {
    html,
    error: html !== undefined || error === undefined ? undefined : messageOf(error, LOAD_FAILED),
  };
};
