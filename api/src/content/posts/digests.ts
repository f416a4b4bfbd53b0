import type { PostDigest } from 'content-schema/markdown';
import { mapConcurrently } from '../../git-store/map-concurrently.ts';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { PostEntry } from '../reading/snapshot.ts';
import type { PostIndex } from './post-index.ts';
import { slicesOf } from '../../slices.ts';
import { readReadablePosts } from './stored-posts.ts';

/** Digests are made when they are first asked for: a page of ten posts costs ten digests. */
export interface Digests {
  /**
   * One for each post, in their order; an empty one of a post that can't be read. Other requests go on
   * while many are made.
   */
  of(posts: readonly PostEntry[]): Promise<PostDigest[]>;
}

const NO_DIGEST: PostDigest = { excerpt: '' };

/** Digests that a worker makes at a time: about a tenth of a second of work. */
const SLICE = 50;

/** Each is made once. */
export const createDigests = (
  blobs: Pick<BlobCache, 'readEach'>,
  html: Pick<HtmlRenderer, 'digests' | 'threads'>,
  made: Pick<PostIndex, 'digest' | 'addDigests'>,
): Digests => {
  return {
    of: async (posts) => {
      const missing = posts.filter((post) => made.digest(post) === undefined);
      const slices = slicesOf(await readReadablePosts(blobs, missing), SLICE);
      await mapConcurrently(slices, html.threads + 1, async (slice) => {
        const digests = await html.digests(slice.map(({ fields }) => fields.content));
        made.addDigests(slice.map(({ entry }, index) => [entry, digests[index] ?? NO_DIGEST]));
      });
      return posts.map((post) => made.digest(post) ?? NO_DIGEST);
    },
  };
};
