import { LOAD_FAILED, type Post } from 'content-schema';
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

const loadText = async ([call, id]: ReturnType<typeof keyOf>): Promise<PostText> =>
  textOf((await request(call, { params: { id } })).answer);

/** Begins to load a post's text, for a page that will want it soon, which asks again if that fails. */
export const preloadPostText = async (id: string): Promise<void> => {
  try {
    await preload(keyOf(id), loadText);
  } catch {
    // Otherwise SWR would give the page this failure.
    await mutate(keyOf(id));
  }
};

/** The text of the post with the id; nothing without one. */
export const usePostText = (id: string | undefined): PostTextState => {
  const { data, error } = useSWR<PostText, unknown>(id === undefined ? null : keyOf(id), loadText, {
    dedupingInterval: FRESH_MS,
  });
  return {
    html: data?.html,
    minutes: data?.minutes,
    error: data || error === undefined ? undefined : messageOf(error, LOAD_FAILED),
  };
};
