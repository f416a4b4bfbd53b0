import { LOAD_FAILED, type Post, type PostPageResponse, type PostSummary } from 'content-schema';
import useSWR, { type SWRResponse } from 'swr';
import { FRESH_MS, preloadData } from './content.ts';
import { messageOf, request } from './request.ts';

const CALL = 'GET /posts/{id}';

const keyOf = (id: string) => [CALL, id] as const;

export const isPostTextKey = (key: unknown): boolean => Array.isArray(key) && key[0] === CALL;

/** The posts of the default content have their texts. */
const hasHtml = (post: PostSummary): post is PostSummary & Post => 'contentHtml' in post;

const loadPost = async (id: string): Promise<PostPageResponse> =>
  (await request(CALL, { params: { id } })).response;

export const preloadPost = (id: string) => preloadData(keyOf(id), () => loadPost(id));

export const usePost = (id: string | undefined): SWRResponse<PostPageResponse, unknown> =>
  useSWR<PostPageResponse, unknown>(
    id === undefined ? null : keyOf(id),
    id === undefined ? null : () => loadPost(id),
    { dedupingInterval: FRESH_MS },
  );

export const usePostText = (post: PostSummary | undefined) => {
  const own = post && hasHtml(post) ? post.contentHtml : undefined;
  const missing = own === undefined ? post : undefined;
  const { data, error } = usePost(missing?.id);
  const html = data?.contentHtml ?? own;
  return {
    html,
    error: html !== undefined || error === undefined ? undefined : messageOf(error, LOAD_FAILED),
  };
};
