import type { Cache } from '../../cache.ts';
import type { CommitSha, GitStore } from '../../git-store/git-store.ts';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import { createDigests, type Digests } from '../posts/digests.ts';
import { createPostIndex, type PostIndex } from '../posts/post-index.ts';
import { createSearchSummaries, type SearchSummaries } from '../posts/search-summaries.ts';
import type { BlobCache } from './blob-cache.ts';
import type { ContentReader } from './reader.ts';
import type { ContentSnapshot } from './snapshot.ts';
import { createSnapshotLoader } from './snapshot-loader.ts';

/**
 * Reads the content of any commit through separate caches, so that it doesn't evict current
 * content.
 */
export interface PastContent {
  /** Throws `NotFound` when there is no such commit. */
  at(commit: CommitSha): Promise<ContentSnapshot>;
  readonly digests: Digests;
  readonly searchSummaries: SearchSummaries;
}

interface Options {
  readonly store: Pick<GitStore, 'history' | 'list' | 'links'>;
  readonly reader: Pick<ContentReader, 'known'>;
  readonly blobs: BlobCache;
  readonly html: HtmlRenderer;
  readonly snapshots: Cache<ContentSnapshot>;
  /** The index of the current content, which is only read. */
  readonly posts: Pick<PostIndex, 'digest'>;
}

export const createPastContent = (options: Options): PastContent => {
  const { store, reader, blobs, html, snapshots } = options;
  const own = createPostIndex();
  const loader = createSnapshotLoader({
    store,
    blobs,
    // Skip the check of images: their problems are only reported for the current content.
    photos: { starts: () => Promise.resolve(new Map()) },
    posts: own,
    warn: () => undefined,
    snapshots,
    present: () => reader.known(),
  });
  const digests = createDigests(blobs, html, {
    ...own,
    digest: (post) => own.digest(post) ?? options.posts.digest(post),
  });
  return {
    at: async (commit) => {
      const present = reader.known();
      if (present?.revision === commit) return present;
      return loader.load(commit, await store.list(commit));
    },
    digests,
    searchSummaries: createSearchSummaries(digests),
  };
};
