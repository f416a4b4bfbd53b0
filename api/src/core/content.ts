import { createCache, type CacheRegistry } from './cache.ts';
import { readBlobsThrough, readStartsThrough, readThrough } from './git-store/disk-cache/blobs.ts';
import type { FileCache } from './git-store/disk-cache/file-cache.ts';
import type { ListingCache } from './git-store/disk-cache/listing.ts';
import { StoreUnavailable, UnreadableObject } from './git-store/errors.ts';
import type { DiskLog } from './git-store/disk-cache/log.ts';
import type { GitStore } from './git-store/git-store.ts';
import { createPhotoMeasuring, type PhotoFacts } from './photos/photo-facts.ts';
import { createBlobCache } from './reading/blob-cache.ts';
import { createDigests } from './reading/digests.ts';
import { createPostIndex } from './reading/post-index.ts';
import { renderAhead } from './reading/render-ahead.ts';
import { createContentHistory } from './reading/content-history.ts';
import { createRenamedPosts } from './reading/renamed-posts.ts';
import { createStoredContent } from './reading/stored-content.ts';
import { createFindPhoto } from './reading/stored-photos.ts';
import { createBranches } from './reading/branches.ts';
import { createPastContent } from './reading/past-content.ts';
import { createContentReader } from './reading/reader.ts';
import { createSaveQueue, type SaveQueueOptions } from './saving/save-queue.ts';
import { createSnapshotLoader, type LoadSnapshot } from './reading/snapshot-loader.ts';
import type { ContentSnapshot, WarnOfFile } from './reading/snapshot.ts';

interface Options extends Omit<SaveQueueOptions, 'store' | 'reader' | 'blobs' | 'photos'> {
  readonly store: GitStore;
  readonly photoFacts: PhotoFacts;
  /** The most photos to read within an hour to measure them ahead of their first view. */
  readonly measuredPerHour?: number;
  readonly caches: CacheRegistry;
  /** The age at which the cached head is checked again. */
  readonly maxAgeSeconds: number;
  /** The caches on the disk, for later processes: the branch's listings, files, parsed posts. */
  readonly listings?: ListingCache | undefined;
  readonly files?: { readonly texts: FileCache; readonly images: FileCache } | undefined;
  readonly postLog?: DiskLog | undefined;
  readonly firstPathLog?: DiskLog | undefined;
  readonly warn: WarnOfFile;
  readonly onStale: (error: unknown) => void;
}

export type Content = ReturnType<typeof createContent>;

/** The current content, the bases of edits in progress, and old versions that are viewed. */
const SNAPSHOTS_MAX = 8;

const sizeOf = ({ byteLength }: Uint8Array): number => byteLength;

/** Until the store answers, its reads fail at once, so that content is served from the disk. */
const failUntilAnswered = (store: GitStore): GitStore => {
  let hasAnswered = false;
  const answered = (): GitStore => {
    if (!hasAnswered) throw new StoreUnavailable('The store has not answered yet');
    return store;
  };
  return {
    ...store,
    head: async (...args) => {
      const head = await store.head(...args);
      hasAnswered = true;
      return head;
    },
    read: async (...request) => answered().read(...request),
    starts: async (shas) => answered().starts(shas),
    history: async (query) => answered().history(query),
  };
};

export const createContent = (options: Options) => {
  const { html, photoFacts, caches, maxAgeSeconds, listings, onStale } = options;
  const { measuredPerHour = 0 } = options;
  // A store that can be copied is on the disk itself.
  const isRemote = !options.store.copy;
  const hasStored = listings !== undefined && listings.stored.length > 0;
  const store = isRemote && hasStored ? failUntilAnswered(options.store) : options.store;
  const files = isRemote ? options.files : undefined;
  /** Also refreshes the content if a blob is gone after a forced push and a garbage collection. */
  const read: GitStore['read'] = async (...request) => {
    const contents = await store.read(...request);
    const isUnreadable = (content: unknown) => content instanceof UnreadableObject;
    if ([...contents.values()].some(isUnreadable)) reader.refresh().catch(onStale);
    return contents;
  };
  const blobs = createBlobCache(
    { ...store, read },
    createCache(caches, { name: 'texts', share: 1 / 4, sizeOf, entryMaxPart: 1 / 4 }),
    files?.texts,
  );
  const readStarts: GitStore['starts'] = (shas) => store.starts(shas);
  const starts = files ? readStartsThrough(files.texts, files.images, readStarts) : readStarts;
  /** Reads photos and files of old commits, without a request for current texts. */
  const readOthers: GitStore['read'] = (shas, reader) =>
    readThrough(
      shas,
      async (sha) => blobs.peek(sha) ?? files?.texts.read(sha),
      (missing) => read(missing, reader),
    );
  const photos = createBlobCache(
    { read: readOthers, starts },
    createCache(caches, { name: 'photos', share: 5 / 32, sizeOf }),
    files?.images,
  );
  const readPhotos = files ? readBlobsThrough(files.images, read) : read;
  const snapshots = createCache<ContentSnapshot>(caches, { name: 'snapshots', max: SNAPSHOTS_MAX });
  const posts = createPostIndex(options.postLog);
  const links: GitStore['links'] = async (commit) =>
    listings?.stored.find(({ head }) => head === commit)?.links ?? store.links(commit);
  const loadSnapshot = createSnapshotLoader({
    ...{ store: { ...store, links }, blobs, photos, posts, snapshots },
    warn: options.warn,
  });
  const measure = createPhotoMeasuring(photoFacts, readPhotos, measuredPerHour);
  const load: LoadSnapshot = async (...commit) => {
    const [snapshot] = await Promise.all([loadSnapshot(...commit), photoFacts.ready]);
    if (measuredPerHour > 0) measure(snapshot.photos);
    return snapshot;
  };
  const stored = createStoredContent({ load, blobs, listings, texts: files?.texts, isRemote });
  const reader = createContentReader({
    ...{ store, load, caches, maxAgeSeconds, onStale },
    loadStored: stored.load,
    onServed: (next, previous, isNext) => {
      stored.write(next);
      if (!previous) return;
      renamedPosts.learn(next, previous, isNext).catch(onStale);
      // After a failure, the first read of the post tries again and reports the error.
      renderAhead(blobs, html, previous, next).catch(() => undefined);
    },
  });
  const history = createContentHistory(store, reader, photos);
  const renamedPosts = createRenamedPosts({
    ...{ store, history, reader, blobs, caches },
    oldBlobs: photos,
    log: options.firstPathLog,
  });
  const past = createPastContent({ store, reader, blobs: photos, html, posts, snapshots });
  // A TTL of 0 would mean no expiry.
  const ttlMs = Math.max(1, maxAgeSeconds * 1000);
  return {
    info: store.info,
    store,
    reader,
    renamedPosts,
    saves: createSaveQueue({ ...options, store, reader, blobs, photos }),
    /** Returns a queue of saves onto another branch, which `parts` write and read. */
    openQueue: (parts: Pick<SaveQueueOptions, 'store' | 'reader' | 'blobs'>) =>
      createSaveQueue({ ...options, writeProblem: undefined, photos, ...parts }),
    /** The files of the content, except photos. */
    blobs,
    /** Photos and files of old commits, in a separate cache, so that they don't evict texts. */
    photos,
    /** Like `GitStore.stage`, for photos; also caches their bytes. */
    stagePhoto: async (bytes: Uint8Array) => {
      const blob = await store.stage(bytes);
      photos.remember(blob.sha, bytes);
      return blob;
    },
    photoFacts,
    findPhoto: createFindPhoto(photoFacts),
    isWhole: stored.isWhole,
    digests: createDigests(blobs, html, posts),
    history,
    past,
    branches: createBranches(store, caches, ttlMs),
  };
};
