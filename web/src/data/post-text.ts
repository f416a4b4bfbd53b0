import type { Post } from 'content-schema';
import { readingMinutes } from 'content-schema/reading-time';
import useSWR from 'swr';
import type { PostText } from './page-data.ts';
import { ApiError, messageOf, request } from './request.ts';

interface PostTextState extends PostText {
  /** Why the text is not there. */
  readonly error: string | undefined;
}

/** What a post's text is cached under. */
const keyOf = (id: string) => ['GET /posts/{id}', id] as const;

/** The text of a whole post. */
export const textOf = ({ content, contentHtml }: Post): PostText => ({
  html: contentHtml,
  minutes: readingMinutes(content),
});

/** A server that doesn't know single posts has it among all. */
const findAmongAll = async (id: string): Promise<Post | undefined> => {
  const { answer } = await request('GET /content');
  return answer.posts.find((post) => post.id === id);
};

const loadPost = async (id: string): Promise<Post> => {
  try {
    return (await request('GET /posts/{id}', { params: { id } })).answer;
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    const post = isUnknown ? await findAmongAll(id) : undefined;
    if (!post) throw error;
    return post;
  }
};

const loadText = async ([, id]: ReturnType<typeof keyOf>): Promise<PostText> =>
  textOf(await loadPost(id));

/** The text of the post with the id; of none without one. */
export const usePostText = (id: string | undefined): PostTextState => {
  const { data, error } = useSWR<PostText, unknown>(id === undefined ? null : keyOf(id), loadText);
  return {
    html: data?.html,
    minutes: data?.minutes,
    error: data || error === undefined ? undefined : messageOf(error, 'Failed to load content'),
  };
};
