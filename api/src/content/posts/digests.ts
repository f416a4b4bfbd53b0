import type { PostDigest } from 'content-schema/markdown';
import { mapConcurrently } from '../../git-store/map-concurrently.ts';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { PostEntry } from '../reading/snapshot.ts';
import type { PostIndex } from './post-index.ts';
import { readPosts, type StoredPost } from './stored-posts.ts';

/** Digests are made when they are first asked for: a page of ten posts costs ten digests. */
export interface Digests {
  /** One for each post, in their order. Other requests go on while many are made. */
  of(posts: readonly PostEntry[]): Promise<PostDigest[]>;
}

const NO_DIGEST: PostDigest = { excerpt: '' };

/** Digests that a worker makes at a time: about a tenth of a second of work. */
const SLICE = 50;

const slicesOf = (posts: readonly StoredPost[]): StoredPost[][] =>
  Array.from({ length: Math.ceil(posts.length / SLICE) }, (_, index) =>
    posts.slice(index * SLICE, (index + 1) * SLICE),
  );

/** Each is made once. */
export const createDigests = (
  blobs: Pick<BlobCache, 'read'>,
  html: Pick<HtmlRenderer, 'digests' | 'threads'>,
  made: Pick<PostIndex, 'digest' | 'addDigests'>,
): Digests => {
  return {
    of: async (posts) => {
      const missing = posts.filter((post) => made.digest(post) === undefined);
      const slices = slicesOf(await readPosts(blobs, missing));
      await mapConcurrently(slices, html.threads + 1, async (slice) => {
        const digests = await html.digests(slice.map(({ fields }) => fields.content));
        made.addDigests(slice.map(({ entry }, index) => [entry, digests[index] ?? NO_DIGEST]));
      });
      return posts.map((post) => made.digest(post) ?? NO_DIGEST);
    },
  };
};
