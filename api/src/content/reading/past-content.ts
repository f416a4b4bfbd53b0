import type { Cache } from '../../cache.ts';
import type { CommitSha, GitStore } from '../../git-store/git-store.ts';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import { createDigests } from '../posts/digests.ts';
import { createPostIndex, type PostIndex } from '../posts/post-index.ts';
import type { BlobCache } from './blob-cache.ts';
import type { ContentReader } from './reader.ts';
import type { ContentSnapshot } from './snapshot.ts';
import { createSnapshotLoader } from './snapshot-loader.ts';

interface Options {
  readonly store: Pick<GitStore, 'history' | 'list' | 'links'>;
  readonly reader: Pick<ContentReader, 'known'>;
  readonly blobs: BlobCache;
  readonly html: HtmlRenderer;
  readonly snapshots: Cache<ContentSnapshot>;
  /** The index of the current content, which is only read. */
  readonly posts: Pick<PostIndex, 'digest'>;
}

/**
 * Reads the content of any commit through separate caches, so that it doesn't evict current
 * content.
 */
export const createPastContent = (options: Options) => {
  const { store, reader, blobs, html, snapshots } = options;
  const own = createPostIndex();
  const load = createSnapshotLoader({
    store,
    blobs,
    // Skip the check of images: their problems are only reported for the current content.
    photos: { starts: () => Promise.resolve(new Map()) },
    posts: own,
    warn: () => undefined,
    snapshots,
    present: () => reader.known(),
  });
  return {
    /** Throws `NotFound` when there is no such commit. */
    at: async (commit: CommitSha): Promise<ContentSnapshot> => {
      const present = reader.known();
      if (present?.revision === commit) return present;
      return load(commit, await store.list(commit));
    },
    digests: createDigests(blobs, html, {
      ...own,
      digest: (post) => own.digest(post) ?? options.posts.digest(post),
    }),
  };
};
