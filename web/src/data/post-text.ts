import { LOAD_FAILED, type Post, type PostSource, type PostSummary } from 'content-schema';
import { readingMinutes } from 'content-schema/reading-time';
import useSWR, { mutate, preload } from 'swr';
import { FRESH_MS } from './content.ts';
import type { PostText } from './page-data.ts';
import { messageOf, request } from './request.ts';

interface PostTextState extends PostText {
  /** Why the text is not there. */
  readonly error: string | undefined;
}

const CALL = 'GET /posts/{id}';

/** What a post's text is cached under. */
const keyOf = (id: string) => [CALL, id] as const;

export const isPostTextKey = (key: unknown): boolean => Array.isArray(key) && key[0] === CALL;

/** The text of a whole post. */
export const textOf = ({ content, contentHtml }: Post): PostText => ({
  html: contentHtml,
  minutes: readingMinutes(content),
});

/** A server that knows nothing of summaries answers with whole posts. */
const isWhole = (post: PostSummary): post is PostSummary & PostSource => 'content' in post;

const hasHtml = (post: PostSummary): post is PostSummary & Post => 'contentHtml' in post;

const loadText = async (post: PostSummary): Promise<PostText> => {
  if (!isWhole(post)) return textOf((await request(CALL, { params: { id: post.id } })).answer);
  const { renderMarkdown } = await import('content-schema/markdown');
  return textOf({ ...post, contentHtml: renderMarkdown(post.content) });
};

/** Begins to load a post's text, for a page that will want it soon, which asks again if that fails. */
export const preloadPostText = async (post: PostSummary): Promise<void> => {
  if (isWhole(post)) return;
  try {
    await preload(keyOf(post.id), () => loadText(post));
  } catch {
    // Otherwise SWR would give the page this failure.
    await mutate(keyOf(post.id));
  }
};

/** The text of the post; nothing without one. */
export const usePostText = (post: PostSummary | undefined): PostTextState => {
  const own = post && hasHtml(post) ? textOf(post) : undefined;
  const missing = own ? undefined : post;
  const { data = own, error } = useSWR<PostText, unknown>(
    missing ? keyOf(missing.id) : null,
    missing ? () => loadText(missing) : null,
    { dedupingInterval: FRESH_MS },
  );
  return {
    html: data?.html,
    minutes: data?.minutes,
    error: data || error === undefined ? undefined : messageOf(error, LOAD_FAILED),
  };
};
