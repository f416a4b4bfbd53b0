import type { Cache } from '../cache.ts';
import type { CommitSha, GitStore } from '../git-store/git-store.ts';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import { createDigests } from './digests.ts';
import { createPostIndex, type PostIndex } from './post-index.ts';
import type { BlobCache } from './blob-cache.ts';
import { commitTime } from './publication.ts';
import type { ContentReader } from './reader.ts';
import type { ContentSnapshot } from './snapshot.ts';
import { createSnapshotLoader } from './snapshot-loader.ts';

interface Options {
  readonly store: Pick<GitStore, 'history' | 'list' | 'links' | 'show'>;
  readonly reader: Pick<ContentReader, 'cached'>;
  readonly blobs: BlobCache;
  readonly html: HtmlRenderer;
  readonly snapshots: Cache<ContentSnapshot>;
  readonly posts: Pick<PostIndex, 'digest'>;
}

export type PastContent = ReturnType<typeof createPastContent>;

/**
 * Reads the content of any commit through separate caches. It is as of the commit's own date: a
 * post that became public only later, without a commit, is not shown. The present is as of now.
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
    present: () => reader.cached(),
    // A date that was set by hand may be in the future.
    timeOf: async (commit) => Math.min(commitTime(await store.show(commit)), Date.now()),
  });
  return {
    /** Throws `NotFound` when there is no such commit. */
    at: async (commit: CommitSha): Promise<ContentSnapshot> => {
      const present = reader.cached();
      if (present?.revision === commit) return present;
      return load(commit, await store.list(commit));
    },
    digests: createDigests(blobs, html, {
      ...own,
      digest: (post) => own.digest(post) ?? options.posts.digest(post),
    }),
  };
};
