import type { PostFields } from 'content-schema/front-matter';
import { decodeText, type BlobCache } from '../reading/blob-cache.ts';
import type { PostEntry } from '../reading/snapshot.ts';

/** A post with its file's text. */
export interface StoredPost {
  readonly entry: PostEntry;
  readonly fields: PostFields;
  readonly text: string;
}

const withText = (entry: PostEntry, text: string): StoredPost => {
  const { title, tags, hidden, createdAt, updatedAt, contentStart, contentEnd } = entry;
  const fields = {
    title,
    tags,
    hidden,
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    content: text.slice(contentStart, contentEnd),
  };
  return { entry, fields, text };
};

/** Each post with its text, in their order; what is not cached is read in one batch. */
export const readPosts = async (
  blobs: Pick<BlobCache, 'read'>,
  posts: readonly PostEntry[],
): Promise<StoredPost[]> => {
  const bytes = await blobs.read(posts.map(({ blob }) => blob));
  return posts.map((entry) => withText(entry, decodeText(bytes.get(entry.blob))));
};

/** One of the posts; undefined when none has this id. */
export const findPost = async (
  blobs: Pick<BlobCache, 'read'>,
  posts: readonly PostEntry[],
  id: string,
): Promise<StoredPost | undefined> => {
  const [found] = await readPosts(
    blobs,
    posts.filter((post) => post.id === id),
  );
  return found;
};
