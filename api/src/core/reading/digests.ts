import { shortened } from 'content-schema/excerpt';
import type { PostDigest } from 'content-schema/markdown';
import { mapConcurrently } from '../git-store/map-concurrently.ts';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import type { BlobCache } from './blob-cache.ts';
import { shownContent } from './own-addresses.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';
import type { PostIndex } from './post-index.ts';
import { slicesOf } from '../git-store/slices.ts';
import { readReadablePosts } from './stored-posts.ts';

const NO_DIGEST: PostDigest = { excerpt: '' };

/** Uses the post's own description as the excerpt, if it has one. */
const withDescription = ({ description }: PostEntry, digest: PostDigest): PostDigest =>
  description === undefined ? digest : { ...digest, excerpt: shortened(description) };

/** Digests per task of a worker: about a tenth of a second of work. */
const SLICE = 50;

export type Digests = ReturnType<typeof createDigests>;

/** Computes digests on first use, so that a page of ten posts costs ten; caches them in `made`. */
export const createDigests = (
  blobs: Pick<BlobCache, 'readEach'>,
  html: Pick<HtmlRenderer, 'digests' | 'threads'>,
  made: Pick<PostIndex, 'digest' | 'addDigests'>,
) => ({
  /** Resolves to the digests of posts, in order; empty for one that can't be read. Yields. */
  of: async (posts: readonly PostEntry[], snapshot: ContentSnapshot): Promise<PostDigest[]> => {
    const missing = posts.filter((post) => made.digest(post) === undefined);
    const slices = slicesOf(await readReadablePosts(blobs, missing), SLICE);
    await mapConcurrently(slices, html.threads + 1, async (slice) => {
      const digests = await html.digests(
        slice.map(({ entry, fields }) => shownContent(snapshot, entry, fields.content)),
      );
      made.addDigests(slice.map(({ entry }, index) => [entry, digests[index] ?? NO_DIGEST]));
    });
    return posts.map((post) => withDescription(post, made.digest(post) ?? NO_DIGEST));
  },
});
