import { parsePostFile } from 'content-schema/front-matter';
import { excerptOf } from 'content-schema/markdown';
import { LRUCache } from 'lru-cache';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlobSha } from '../../git-store/git-store.ts';
import type { BlobCache } from '../blob-cache.ts';
import type { PostEntry } from '../snapshot.ts';

/** Excerpts of posts, made where they are asked for: a page of ten posts costs ten excerpts. */
export interface Excerpts {
  /** One for each post, in their order. Other requests go on while many are made. */
  of(posts: readonly PostEntry[]): Promise<string[]>;
}

interface Parts {
  readonly blobs: Pick<BlobCache, 'read'>;
  readonly maxBytes: number;
}

export const createExcerpts = ({ blobs, maxBytes }: Parts): Excerpts => {
  const cache = new LRUCache<BlobSha, string>({
    maxSize: maxBytes,
    // Bytes an entry takes: two for each character, key, map slot and list links.
    sizeCalculation: (excerpt) => 2 * excerpt.length + 200,
  });

  const make = ({ id, blob }: PostEntry, bytes: Uint8Array | undefined): string => {
    const excerpt = excerptOf(parsePostFile(new TextDecoder().decode(bytes), id).content);
    cache.set(blob, excerpt);
    return excerpt;
  };

  return {
    of: async (posts) => {
      const known = new Map(posts.map(({ blob }) => [blob, cache.get(blob)]));
      const missing = posts.filter(({ blob }) => known.get(blob) === undefined);
      // One batch, rather than a read for each post.
      const bytes = await blobs.read(missing.map(({ blob }) => blob));
      for (const post of missing) {
        await nextTurn();
        known.set(post.blob, make(post, bytes.get(post.blob)));
      }
      return posts.map(({ blob }) => known.get(blob) ?? '');
    },
  };
};
