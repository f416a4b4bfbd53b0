/** Finds posts by ids that they had before their files were renamed. */
import { CONTENT_FOLDERS, decodeAddress, isPublic, postIdOf, postPath } from 'content-schema';
import { createCache, type CacheRegistry } from '../cache.ts';
import type { DiskLog } from '../git-store/disk-cache/log.ts';
import type { CommitSha, GitStore, Removal, Tree } from '../git-store/git-store.ts';
import { mapYielding } from '../git-store/map-yielding.ts';
import { slicesOf } from '../git-store/slices.ts';
import {
  addressOf,
  hasPostPage,
  hasPublicPage,
  POST_ALIAS,
  postAt,
  publicPostAt,
} from './addresses.ts';
import { parsePost } from './stored-posts.ts';
import type { BlobCache } from './blob-cache.ts';
import { commitTime } from './publication.ts';
import type { ContentReader } from './reader.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';
import type { ContentHistory } from './content-history.ts';
import { readCommits } from './find-commits.ts';
import { findRenames } from './renames.ts';

interface Options {
  readonly store: Pick<GitStore, 'info' | 'history' | 'versions' | 'removals' | 'copy'>;
  readonly history: Pick<ContentHistory, 'change'>;
  readonly reader: Pick<ContentReader, 'current'>;
  readonly blobs: Pick<BlobCache, 'read'>;
  readonly oldBlobs: Pick<BlobCache, 'read' | 'readEach'>;
  readonly caches: CacheRegistry;
  /** Keeps the first paths of posts of a remote store for later processes. */
  readonly log?: DiskLog | undefined;
}

interface RemovedFile {
  /** The path that the same commit gave it; absent if it was deleted. */
  readonly to?: string | undefined;
  /** Whether visitors saw it, so that they may be told. */
  readonly wasPublic: boolean;
}

const REMOVED_MAX = 5_000;
/** Commits that removed posts, of which the texts are read. */
const REMOVALS_MAX = 2_000;
const FIRST_PATHS_MAX = 2_000;
const FOLDERS = [CONTENT_FOLDERS.posts, CONTENT_FOLDERS.pages];
/** More renames in a row are not followed. */
const RENAMES_MAX = 100;
/** Posts that were renamed while they were hidden, and of which the versions are read at a time. */
const LOOKUPS_MAX = 10;

type FirstPathRecord = readonly [path: string, first: string];

const COMMITS_MAX = 1_000;
const READ_AT_ONCE = 50;

/** The versions of a file up to a snapshot, newest first, with their first and last moment. */
const readVersions = async (
  store: Pick<GitStore, 'info' | 'history' | 'versions'>,
  { revision: from, asOf }: Pick<ContentSnapshot, 'revision' | 'asOf'>,
  path: string,
) => {
  const commits = (await readCommits(store, { from, path })).commits.slice(0, COMMITS_MAX);
  const versions = await store.versions(
    path,
    commits.map(({ sha }) => sha),
  );
  return commits.map((commit, index) => {
    const next = commits[index - 1];
    const times = [commitTime(commit), next ? Date.parse(next.date) - 1 : asOf];
    return { commit, times, blob: versions[index] ?? null };
  });
};

type FileVersion = Awaited<ReturnType<typeof readVersions>>[number];
type FindPost = (snapshot: ContentSnapshot, address: string) => PostEntry | undefined;

const treeOf = (files: Removal['added']): Tree =>
  new Map([...files].map(([path, sha]) => [path, { sha, size: 0 }]));

export const createRenamedPosts = (options: Options) => {
  const { store, history, reader, blobs, oldBlobs, caches, log } = options;
  // A store that can be copied is on the disk itself.
  const isLocal = store.copy !== undefined;
  const removedFiles = createCache<RemovedFile>(caches, {
    name: 'removed-files',
    max: REMOVED_MAX,
  });
  const firstPaths = createCache<string>(caches, { name: 'first-paths', max: FIRST_PATHS_MAX });

  const readLog = async (): Promise<void> => {
    const records = ((await log?.read()) ?? []) as readonly FirstPathRecord[];
    for (const [path, first] of records) firstPaths.set(path, first);
    const isMostlyOld = records.length > 2 * FIRST_PATHS_MAX;
    if (isMostlyOld) log?.replace(firstPaths.entries().reverse() satisfies FirstPathRecord[]);
  };
  const logRead = readLog();
  /** What is being learnt of the newest changes. */
  let learning: Promise<unknown> = logRead;

  const isAnyPublic = async (versions: readonly FileVersion[], path: string): Promise<boolean> => {
    for (const slice of slicesOf(versions, READ_AT_ONCE)) {
      const bytes = await oldBlobs.readEach(slice.flatMap(({ blob }) => blob ?? []));
      const isShown = slice.some(({ blob, times }) => {
        const text = blob && bytes.get(blob);
        if (!blob || !(text instanceof Uint8Array)) return false;
        const post = parsePost({ path, id: postIdOf(path) ?? '', blob }, text);
        return times.some((time) => isPublic(post, time));
      });
      if (isShown) return true;
    }
    return false;
  };

  /** Whether visitors see a post, or ever saw it at its present path. Throws as the store does. */
  const wasPublic = async (snapshot: ContentSnapshot, post: PostEntry): Promise<boolean> =>
    isPublic(post, snapshot.asOf) ||
    isAnyPublic(await readVersions(store, snapshot, post.path), post.path);

  /** Returns the post to which a removed file leads, or the last file that is known of it. */
  const follow = (snapshot: ContentSnapshot, path: string, findPost: FindPost) => {
    let last = removedFiles.peek(path);
    for (let renames = 0; last?.to !== undefined && renames < RENAMES_MAX; renames += 1) {
      const post = findPost(snapshot, addressOf(postIdOf(last.to) ?? ''));
      if (post) return post;
      last = removedFiles.peek(last.to);
    }
    return last;
  };

  /**
   * Returns those of some removed files that are posts now and that visitors saw, also if hidden
   * when renamed. `before` has their history. Throws as the store does.
   */
  const findShown = async (
    snapshot: ContentSnapshot,
    paths: Iterable<string>,
    before: ContentSnapshot,
  ): Promise<{ path: string; last: PostEntry }[]> => {
    const shown: { path: string; last: PostEntry }[] = [];
    let lookups = 0;
    for (const path of paths) {
      const [file, last] = [removedFiles.peek(path), follow(snapshot, path, postAt)];
      if (!file || !last || !('id' in last)) continue;
      if (!file.wasPublic) {
        if ((lookups += 1) > LOOKUPS_MAX) continue;
        if (!(await isAnyPublic(await readVersions(store, before, path), path))) continue;
      }
      removedFiles.set(path, { to: last.path, wasPublic: true });
      shown.push({ path, last });
    }
    return shown;
  };

  const readRemovals = async (base?: CommitSha): Promise<void> => {
    const snapshot = await reader.current();
    const isSought = (path: string): boolean => {
      const id = postIdOf(path);
      return id !== undefined && !hasPublicPage(snapshot, id);
    };
    const query = { from: snapshot.revision, base, folders: FOLDERS, isSought };
    const removals = (await store.removals(query)).slice(0, REMOVALS_MAX);
    const shas = removals.flatMap(({ removed, added }) => [...removed.values(), ...added.values()]);
    const texts = new Map(
      [...(await oldBlobs.readEach(shas))].flatMap(([sha, result]) =>
        result instanceof Uint8Array ? [[sha, result]] : [],
      ),
    );
    for (const { date, removed, added } of base ? removals.reverse() : removals) {
      const trees = { before: treeOf(removed), after: treeOf(added) };
      const renames = await findRenames(trees, () => Promise.resolve(texts), postIdOf);
      await mapYielding([...removed], ([path, blob]) => {
        const [id, bytes] = [postIdOf(path), texts.get(blob)];
        const cached = removedFiles.peek(path);
        // What is cached of a path is newer than the history before.
        if (id === undefined || bytes === undefined || (cached && !base)) return;
        const wasPublic = isPublic(parsePost({ path, id, blob }, bytes), commitTime({ date }));
        removedFiles.set(path, { wasPublic, ...cached, to: renames.get(path) });
      });
    }
    if (base) return;
    await findShown(
      snapshot,
      removedFiles.entries().map(([path]) => path),
      snapshot,
    );
    isRead = true;
  };

  let isRead = false;
  let reading: Promise<void> | undefined;
  let hasFailed = false;

  /** Reads once which files the history removed. Throws like the store; later changes retry. */
  const readHistory = (): Promise<void> =>
    (reading ??= readRemovals().catch((error: unknown) => {
      [reading, hasFailed] = [undefined, true];
      throw error;
    }));

  /** Follows a file back to the first path at which it was public; empty if it never was. */
  const readFirstPath = async (
    path: string,
    snapshot: Pick<ContentSnapshot, 'revision' | 'asOf'>,
  ): Promise<string> => {
    const versions = await readVersions(store, snapshot, path);
    const creations = versions.filter(({ blob }, at) => blob && !versions[at + 1]?.blob);
    for (const { commit } of creations) {
      const renames = await findRenames(await history.change(commit.sha), oldBlobs.read);
      const [previous] = [...renames].find(([, to]) => to === path) ?? [];
      if (previous === undefined || !commit.parent) continue;
      const asOf = Date.parse(commit.date) - 1;
      const first = await readFirstPath(previous, { revision: commit.parent, asOf });
      if (first !== '') return first;
      break;
    }
    return (await isAnyPublic(versions, path)) ? path : '';
  };

  const readFirstId = async (
    snapshot: ContentSnapshot,
    { id, aliases = [] }: PostEntry,
  ): Promise<string> => {
    await logRead;
    const older = aliases.flatMap((alias) => POST_ALIAS.exec(alias)?.[1] ?? []).map(decodeAddress);
    for (const path of [...older, id].map(postPath)) {
      const cached = firstPaths.get(path) ?? (isLocal ? undefined : path);
      const first = postIdOf(
        cached ?? (await firstPaths.load(path, () => readFirstPath(path, snapshot))),
      );
      if (first === id || (first !== undefined && !hasPublicPage(snapshot, first))) return first;
    }
    return id;
  };

  const learnRemovals = async (
    snapshot: ContentSnapshot,
    previous: ContentSnapshot,
    isNext: boolean,
  ) => {
    const { tree } = snapshot;
    for (const [path] of isLocal ? firstPaths.entries() : []) {
      if (tree.has(path) && !previous.tree.has(path)) firstPaths.delete(path);
    }
    const removed = [...previous.tree.keys()].filter((path) => !tree.has(path) && postIdOf(path));
    if (removed.length === 0) return;
    const renames = await findRenames({ before: previous.tree, after: tree }, blobs.read, postIdOf);
    const postsByPath = new Map(previous.posts.map((post) => [post.path, post]));
    const hasSameBytes = (path: string): boolean =>
      tree.get(renames.get(path) ?? path)?.sha === previous.tree.get(path)?.sha;
    // One of several commits may have renamed what another one rewrote or deleted, or deleted what is
    // similar to a file of another one.
    const isCertain = isNext || removed.every(hasSameBytes);
    for (const path of removed) {
      const post = postsByPath.get(path);
      const wasPublic = post !== undefined && isPublic(post, previous.asOf);
      removedFiles.set(path, { to: isCertain ? renames.get(path) : undefined, wasPublic });
    }
    if (!isCertain) {
      await readRemovals(previous.revision).catch((error: unknown) => {
        // Nothing is certain until the next change of the content, which reads the history again.
        for (const path of removed) removedFiles.delete(path);
        [reading, hasFailed, isRead] = [undefined, true, false];
        throw error;
      });
    }
    for (const { path, last } of await findShown(snapshot, removed, previous)) {
      const post = postsByPath.get(path);
      if (isLocal || !post) continue;
      const first = postPath(await readFirstId(previous, post));
      firstPaths.set(last.path, first);
      log?.append([last.path, first] satisfies FirstPathRecord);
    }
  };

  return {
    readHistory,
    wasPublic,

    /**
     * Notes what became of files since an earlier snapshot, by one commit if it `isNext`; reads the
     * history if that has failed.
     */
    learn: (
      snapshot: ContentSnapshot,
      previous: ContentSnapshot,
      isNext: boolean,
    ): Promise<void> => {
      const learnt = learnRemovals(snapshot, previous, isNext);
      learning = Promise.allSettled([learning, learnt]);
      return hasFailed ? learnt.then(readHistory) : learnt;
    },

    /**
     * The public post that had this id before; `deleted` if the last one was public until then;
     * `unknown` until the history has been read. Undefined if there was none, or a page has the id.
     */
    find: (
      snapshot: ContentSnapshot,
      id: string,
    ): PostEntry | 'deleted' | 'unknown' | undefined => {
      const path = postPath(id);
      if (postIdOf(path) !== id || hasPublicPage(snapshot, id)) return undefined;
      const claiming = publicPostAt(snapshot, addressOf(id));
      const last = removedFiles.peek(path)?.wasPublic && follow(snapshot, path, publicPostAt);
      if (claiming || (last && 'id' in last)) return claiming ?? (last as PostEntry);
      if (last && last.wasPublic && last.to === undefined) return 'deleted';
      return isRead ? undefined : 'unknown';
    },

    /**
     * The post, public or not, that had this id before; undefined if there is none, or another one
     * has the id. Waits for the history if need be, and throws as the store does.
     */
    findMoved: async (snapshot: ContentSnapshot, id: string): Promise<PostEntry | undefined> => {
      if (hasPostPage(snapshot, id)) return undefined;
      const claiming = postAt(snapshot, addressOf(id));
      if (claiming) return claiming;
      if (!removedFiles.peek(postPath(id))) await readHistory();
      const last = follow(snapshot, postPath(id), postAt);
      return last && 'id' in last ? last : undefined;
    },

    /** The paths that each public post had before, and that are not in its file, by its id. */
    oldAddresses: (snapshot: ContentSnapshot): ReadonlyMap<string, readonly string[]> => {
      const addresses = new Map<string, string[]>();
      for (const [path, { wasPublic }] of removedFiles.entries()) {
        const address = addressOf(postIdOf(path) ?? '');
        const isInUse = snapshot.tree.has(path) || postAt(snapshot, address);
        const post = wasPublic && !isInUse && follow(snapshot, path, publicPostAt);
        if (!post || !('id' in post)) continue;
        addresses.set(post.id, [...(addresses.get(post.id) ?? []), address]);
      }
      return addresses;
    },

    /**
     * The first id at which a post was public, for its feed entry: the oldest among its aliases,
     * followed back through renames; for a remote store only those learnt. Waits for new changes.
     */
    firstId: async (snapshot: ContentSnapshot, post: PostEntry): Promise<string> => {
      await learning;
      return readFirstId(snapshot, post);
    },
  };
};
