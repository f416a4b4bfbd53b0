import { excerptOf } from 'content-schema/markdown';
import type { BlobCache } from '../reading/blob-cache.ts';
import { mapYielding } from '../reading/map-yielding.ts';
import type { PostEntry } from '../reading/snapshot.ts';
import { readPosts } from './stored-posts.ts';

/** Excerpts are made when they are first asked for: a page of ten posts costs ten excerpts. */
export interface Excerpts {
  /** One for each post, in their order. Other requests go on while many are made. */
  of(posts: readonly PostEntry[]): Promise<string[]>;
}

/** Each is kept for as long as its post is part of a snapshot in use. */
export const createExcerpts = (blobs: Pick<BlobCache, 'read'>): Excerpts => {
  const made = new WeakMap<PostEntry, string>();
  return {
    of: async (posts) => {
      const missing = posts.filter((post) => !made.has(post));
      await mapYielding(await readPosts(blobs, missing), ({ entry, fields }) => {
        made.set(entry, excerptOf(fields.content));
      });
      return posts.map((post) => made.get(post) ?? '');
    },
  };
};
