import type { ContentHeadingsResponse, ContentOf, PostSource } from 'content-schema';
import type { TestClient } from './test-client.ts';

/**
 * Reads the current content with the Markdown of all posts, as forms do that edit each. Posts that
 * are passed aren't read.
 */
export const readToEdit = async (
  admin: TestClient,
  cached: ReadonlyMap<string, PostSource> = new Map(),
): Promise<ContentOf<PostSource>> => {
  const read = async (path: string): Promise<unknown> => (await admin.get(path)).json();
  const content = (await read('/api/content?posts=headings')) as ContentHeadingsResponse;
  const readPost = async (id: string) =>
    cached.get(id) ??
    ((await read(`/api/posts/${encodeURIComponent(id)}?posts=markdown`)) as PostSource);
  return { ...content, posts: await Promise.all(content.posts.map(({ id }) => readPost(id))) };
};
