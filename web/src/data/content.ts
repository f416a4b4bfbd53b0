import type { ContentAnswer, ContentSummaryAnswer, Post, PostSummary } from 'content-schema';
import useSWR from 'swr';
import useSWRImmutable from 'swr/immutable';
import { PUBLIC_CONTENT, type LoadedContent } from './loaded-content.ts';
import { messageOf, request } from './request.ts';

export interface ContentState {
  /** The stored content, else the built-in default; undefined until either has arrived. */
  readonly content: ContentSummaryAnswer | undefined;
  /** True until the stored content, or the failure to load it, has arrived. */
  readonly loading: boolean;
  /** Why the stored content is not there. */
  readonly error: string | undefined;
}

/** A server that knows nothing of summaries answers with whole posts. */
const withExcerpts = async (
  answer: ContentAnswer | ContentSummaryAnswer,
): Promise<ContentSummaryAnswer> => {
  if (answer.posts.every((post) => 'excerpt' in post)) return { ...answer, posts: answer.posts };
  const { excerptOf } = await import('content-schema/markdown');
  const excerpt = (post: Post | PostSummary) =>
    'excerpt' in post ? post : { ...post, excerpt: excerptOf(post.content) };
  return { ...answer, posts: answer.posts.map(excerpt) };
};

const loadContent = async (): Promise<LoadedContent<ContentSummaryAnswer>> => {
  const loaded = await request(PUBLIC_CONTENT);
  return { ...loaded, answer: await withExcerpts(loaded.answer) };
};

const loadDefaultContent = async (): Promise<ContentSummaryAnswer> =>
  (await import('virtual:default-content')).defaultContent;

/** Keeps what visitors see in the cache, where saves reach it too. */
export const usePublicContent = () =>
  useSWR<LoadedContent<ContentSummaryAnswer>, unknown>(PUBLIC_CONTENT, loadContent);

/** What visitors see. */
export const useContent = (): ContentState => {
  const { data, error } = usePublicContent();
  const fallback = useSWRImmutable(data ? null : 'default content', loadDefaultContent);
  return {
    content: data?.answer ?? fallback.data,
    loading: data === undefined && error === undefined,
    error: data || error === undefined ? undefined : messageOf(error, 'Failed to load content'),
  };
};
