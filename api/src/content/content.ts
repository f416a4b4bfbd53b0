import { createCache, type CacheRegistry } from '../cache.ts';
import {
  readBlobsThrough,
  readStartsOfFiles,
  readStartsThrough,
} from '../git-store/disk-cache/blobs.ts';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import type { ListingCache } from '../git-store/disk-cache/listing.ts';
import { StoreUnavailable, UnreadableObject } from '../git-store/errors.ts';
import type { DiskLog } from '../git-store/disk-cache/log.ts';
import type { BlobSha, GitStore, HistoryQuery, StoreInfo } from '../git-store/git-store.ts';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import type { SvgCleaner } from '../photos/svg-cleaner.ts';
import type { PhotoFacts } from '../photos/photo-facts.ts';
import { createMakeBackup, type MakeBackup } from './reading/backup.ts';
import { createBlobCache, type BlobCache } from './reading/blob-cache.ts';
import { createDigests, type Digests } from './posts/digests.ts';
import { createSearchSummaries, type SearchSummaries } from './posts/search-summaries.ts';
import { createPostIndex } from './posts/post-index.ts';
import { renderAhead } from './posts/render-ahead.ts';
import { createContentHistory, type ContentHistory } from './history/content-history.ts';
import { createReadRevisions, type ReadRevisions } from './history/read-revisions.ts';
import { createSiteTimeline, type SiteTimeline } from './history/site-timeline.ts';
import { createPhotoMeasuring } from './reading/measure-photos.ts';
import { createKnownContent, type KnownContent } from './reading/known-content.ts';
import { createFindPhoto, type FindPhoto } from './reading/photo-info.ts';
import { createPastContent, type PastContent } from './reading/past-content.ts';
import { createReferences, type References } from './reading/references.ts';
import { createContentReader, type ContentReader } from './reading/reader.ts';
import { createSaveQueue, type SaveQueue, type SaveQueueOptions } from './saving/save-queue.ts';
import { createSnapshotLoader, type SnapshotLoader } from './reading/snapshot-loader.ts';
import type { ContentSnapshot, WarnOfFile } from './reading/snapshot.ts';

export interface Content {
  readonly reader: ContentReader;
  readonly saves: SaveQueue;
  /** The files of the content, except photos. */
  readonly blobs: BlobCache;
  /** Photos and files of old commits, in a separate cache, so that they don't evict texts. */
  readonly photos: BlobCache;
  /** Like `GitStore.stage`, for photos; also caches their bytes. */
  readonly stagePhoto: GitStore['stage'];
  readonly photoFacts: PhotoFacts;
  readonly findPhoto: FindPhoto;
  readonly isWhole: KnownContent['isWhole'];
  readonly digests: Digests;
  readonly searchSummaries: SearchSummaries;
  readonly history: ContentHistory;
  readonly timeline: SiteTimeline;
  readonly readRevisions: ReadRevisions;
  readonly past: PastContent;
  readonly references: References;
  readonly makeBackup: MakeBackup;
  readonly info: StoreInfo;
}

interface Options {
  readonly store: GitStore;
  readonly html: HtmlRenderer;
  readonly cleanSvg: SvgCleaner;
  readonly photoFacts: PhotoFacts;
  /** The most photos to read within an hour to measure them ahead of their first view. */
  readonly measuredPerHour?: number;
  /** The most file histories to read within an hour to show revisions. */
  readonly historiesPerHour?: number;
  readonly adminEmail: string;
  readonly caches: CacheRegistry;
  /** The age at which the cached head is checked again. */
  readonly maxAgeSeconds: number;
  /** How long a save may take, including waiting in the queue. */
  readonly saveDeadlineMs?: number;
  readonly writeProblem?: SaveQueueOptions['writeProblem'];
  readonly onSaved?: SaveQueueOptions['onSaved'];
  /** Keeps the listings of the branch for later processes; absent means they are not kept. */
  readonly listings?: ListingCache | undefined;
  /** Keeps the files of a remote store for later processes; absent means they are not kept. */
  readonly files?: { readonly texts: FileCache; readonly pictures: FileCache } | undefined;
  /** Keeps parsed posts and digests for later processes; absent means they are not kept. */
  readonly postLog?: DiskLog | undefined;
  readonly warn: WarnOfFile;
  readonly onStale: (error: unknown) => void;
}

/** The current content, the bases of edits in progress, and old versions that are viewed. */
const SNAPSHOTS_MAX = 8;

const sizeOf = ({ byteLength }: Uint8Array): number => byteLength;

/**
 * Until the store has answered, its reads fail at once instead of waiting, so that the content of
 * an earlier process is served from the disk without delay.
 */
const failUntilAnswered = (store: GitStore): GitStore => {
  let hasAnswered = false;
  const once =
    <Args extends unknown[], Result>(read: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (!hasAnswered) throw new StoreUnavailable('The store has not answered yet');
      return read(...args);
    };
  return {
    ...store,
    head: async (...args) => {
      const head = await store.head(...args);
      hasAnswered = true;
      return head;
    },
    read: once((...args: Parameters<GitStore['read']>) => store.read(...args)),
    starts: once((shas: readonly BlobSha[]) => store.starts(shas)),
    history: once((query: HistoryQuery) => store.history(query)),
  };
};

export const createContent = (options: Options): Content => {
  const { html, cleanSvg, photoFacts, adminEmail, caches, maxAgeSeconds, listings } = options;
  // A store that can be copied is on the disk itself.
  const isRemote = !options.store.copy;
  const isKnown = listings !== undefined && listings.known.length > 0;
  const store = isRemote && isKnown ? failUntilAnswered(options.store) : options.store;
  const files = isRemote ? options.files : undefined;
  const {
    warn,
    onStale,
    writeProblem,
    onSaved,
    measuredPerHour = 0,
    historiesPerHour = Infinity,
  } = options;
  const deadline = options.saveDeadlineMs !== undefined && { deadlineMs: options.saveDeadlineMs };
  /**
   * Reads blobs, and refreshes the content if one is gone after a forced push and a garbage
   * collection.
   */
  const read: GitStore['read'] = async (...request) => {
    const contents = await store.read(...request);
    const isUnreadable = [...contents.values()].some((it) => it instanceof UnreadableObject);
    if (isUnreadable) reader.refresh().catch(onStale);
    return contents;
  };
  const blobs = createBlobCache(
    { ...store, read },
    {
      cache: createCache(caches, { name: 'texts', share: 1 / 4, sizeOf, entryMaxPart: 1 / 4 }),
      files: files?.texts,
    },
  );
  const readStarts: GitStore['starts'] = (shas) => store.starts(shas);
  const starts = files
    ? readStartsThrough(files.texts, readStartsOfFiles(files.pictures, readStarts))
    : readStarts;
  /** Reads photos and files of old commits, without a request for current texts. */
  const readOthers: GitStore['read'] = async (shas, limit) => {
    const known = new Map<BlobSha, Uint8Array | UnreadableObject>();
    for (const sha of shas) {
      const bytes = blobs.peek(sha) ?? (await files?.texts.read(sha));
      if (bytes) known.set(sha, bytes);
    }
    const others = shas.filter((sha) => !known.has(sha));
    return others.length > 0 ? new Map([...known, ...(await read(others, limit))]) : known;
  };
  const photos = createBlobCache(
    { read: readOthers, starts },
    {
      cache: createCache(caches, { name: 'photos', share: 5 / 32, sizeOf }),
      files: files?.pictures,
    },
  );
  const readPhotos = files ? readBlobsThrough(files.pictures, read) : read;
  const snapshotCache = createCache<ContentSnapshot>(caches, {
    name: 'snapshots',
    max: SNAPSHOTS_MAX,
  });
  const posts = createPostIndex(options.postLog);
  const links: GitStore['links'] = async (commit) =>
    listings?.known.find(({ head }) => head === commit)?.links ?? store.links(commit);
  const snapshots = createSnapshotLoader({
    store: { ...store, links },
    blobs,
    photos,
    posts,
    warn,
    snapshots: snapshotCache,
  });
  const measure = createPhotoMeasuring({
    facts: photoFacts,
    read: readPhotos,
    perHour: measuredPerHour,
  });
  const loader: SnapshotLoader = {
    load: async (...commit) => {
      const [snapshot] = await Promise.all([snapshots.load(...commit), photoFacts.ready]);
      if (measuredPerHour > 0) measure(snapshot.photos);
      return snapshot;
    },
  };
  const known = createKnownContent({ loader, blobs, listings, texts: files?.texts, isRemote });
  const onServed = (next: ContentSnapshot, previous: ContentSnapshot | undefined): void => {
    known.keep(next);
    if (!previous) return;
    // After a failure, the first read of the post tries again and reports the error.
    renderAhead(blobs, html, previous, next).catch(() => undefined);
  };
  const reader = createContentReader({
    ...{ store, loader, caches, maxAgeSeconds, onStale, onServed },
    loadKnown: () => known.load(),
  });
  const saves = createSaveQueue({
    store,
    reader,
    blobs,
    photos,
    html,
    cleanSvg,
    adminEmail,
    ...deadline,
    writeProblem,
    onSaved,
  });
  const digests = createDigests(blobs, html, posts);
  const searchSummaries = createSearchSummaries(digests);
  const history = createContentHistory({ store, reader, blobs: photos });
  const timeline = createSiteTimeline({ store, reader, blobs: photos });
  const readRevisions = createReadRevisions({ store, blobs: photos, perHour: historiesPerHour });
  const past = createPastContent({
    ...{ store, reader, blobs: photos, html, posts },
    snapshots: snapshotCache,
  });
  const references = createReferences(store, caches, maxAgeSeconds);
  const findPhoto = createFindPhoto(photoFacts);
  const stagePhoto: GitStore['stage'] = async (bytes) => {
    const blob = await store.stage(bytes);
    photos.remember(blob.sha, bytes);
    return blob;
  };
  const { info } = store;
  const photoCalls = { photos, stagePhoto, photoFacts, findPhoto };
  return {
    ...{ reader, saves, blobs, ...photoCalls, digests, searchSummaries },
    ...{ history, timeline, readRevisions, past, references, info },
    makeBackup: createMakeBackup(store),
    isWhole: (snapshot) => known.isWhole(snapshot),
  };
};
