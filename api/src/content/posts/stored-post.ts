import { parsePostFile, type PostFields } from 'content-schema/front-matter';
import type { BlobCache } from '../blob-cache.ts';
import type { ContentSnapshot, PostEntry } from '../snapshot.ts';

/** A post with its file's text. */
export interface StoredPost {
  readonly entry: PostEntry;
  readonly fields: PostFields;
  readonly text: string;
}

const readPost = async (blobs: BlobCache, entry: PostEntry): Promise<StoredPost> => {
  const text = await blobs.text(entry.blob);
  const { warnings: _, ...fields } = parsePostFile(text, entry.id);
  return { entry, fields, text };
};

/** The Markdown of a post, without its front matter. */
export const readPostContent = async (blobs: BlobCache, entry: PostEntry): Promise<string> =>
  (await readPost(blobs, entry)).fields.content;

/** All posts of a snapshot by their ids; what is not cached is read in one batch. */
export const readPosts = async (
  blobs: BlobCache,
  { posts }: ContentSnapshot,
): Promise<ReadonlyMap<string, StoredPost>> => {
  await blobs.read(posts.map(({ blob }) => blob));
  const stored = await Promise.all(posts.map((entry) => readPost(blobs, entry)));
  return new Map(stored.map((post) => [post.entry.id, post]));
};

/** One post; undefined when there is none with this id. */
export const findPost = async (
  blobs: BlobCache,
  { posts }: ContentSnapshot,
  id: string,
): Promise<StoredPost | undefined> => {
  const entry = posts.find((post) => post.id === id);
  return entry && readPost(blobs, entry);
};
