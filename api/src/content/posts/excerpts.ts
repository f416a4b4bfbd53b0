import { excerptOf } from 'content-schema/markdown';
import { LRUCache } from 'lru-cache';
import type { BlobSha } from '../../git-store/git-store.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import { mapYielding } from '../reading/map-yielding.ts';
import type { PostEntry } from '../reading/snapshot.ts';
import { readPosts } from './stored-post.ts';

/** Excerpts of posts, made where they are asked for: a page of ten posts costs ten excerpts. */
export interface Excerpts {
  /** One for each post, in their order. Other requests go on while many are made. */
  of(posts: readonly PostEntry[]): Promise<string[]>;
}

interface Options {
  readonly blobs: Pick<BlobCache, 'read'>;
  readonly maxBytes: number;
}

export const createExcerpts = ({ blobs, maxBytes }: Options): Excerpts => {
  const cache = new LRUCache<BlobSha, string>({
    maxSize: maxBytes,
    // Bytes an entry takes: two for each character, key, map slot and list links.
    sizeCalculation: (excerpt) => 2 * excerpt.length + 200,
  });

  return {
    of: async (posts) => {
      const known = new Map(posts.map(({ blob }) => [blob, cache.get(blob)]));
      const missing = posts.filter(({ blob }) => known.get(blob) === undefined);
      await mapYielding(await readPosts(blobs, missing), ({ entry, fields }) => {
        const excerpt = excerptOf(fields.content);
        cache.set(entry.blob, excerpt);
        known.set(entry.blob, excerpt);
      });
      return posts.map(({ blob }) => known.get(blob) ?? '');
    },
  };
};
