import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createCache, type CacheRegistry } from '../../cache.ts';
import type { DiskLog } from '../disk-cache/log.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { BlobSha, CommitSha, Removal, RemovalQuery } from '../git-store.ts';
import { mapYielding } from '../map-yielding.ts';
import { parseCommit, type Commit } from '../commit-object.ts';
import type { Objects } from './objects.ts';
import type { TreeChanges } from './tree-changes.ts';
import { isFile, readableName, storedName } from '../tree-object.ts';

interface Options {
  readonly objects: Pick<Objects, 'read'>;
  readonly caches: CacheRegistry;
  readonly treeChanges: TreeChanges;
  /** Absent means that nothing is stored for the next process. */
  readonly log?: DiskLog | undefined;
  readonly maxBytes?: number;
}

interface CachedCommit {
  readonly commit: Commit;
  /** Undefined until they are computed; null if they are too many to cache. */
  readonly paths?: readonly string[] | null | undefined;
}

type CommitRecord = readonly [Commit, NonNullable<CachedCommit['paths']> | null];

/**
 * Some 70,000 commits. A full cache replaces nothing: a walk visits all commits in order, so a cache
 * that dropped the least recent one would miss each. Only commits beyond the limit are read again.
 */
const MAX_BYTES = 48 * 1024 * 1024;
/** A cached commit without its message and paths. */
const COMMIT_BYTES = 200;
/** A commit with more changed paths is compared with its parent for each query. */
const PATHS_MAX = 100;
/** Of paths, that of posts; for the few deeper ones the trees are compared each time. */
const DEPTH = 2;

const cachedPathOf = (path: string): string =>
  storedName(path).split('/').slice(0, DEPTH).join('/');

const sizeOf = ({ commit, paths }: CachedCommit): number =>
  (paths ?? []).reduce((sum, path) => sum + path.length, COMMIT_BYTES + commit.message.length);

const isRecord = (value: unknown): value is CommitRecord => {
  const commit = Array.isArray(value) ? (value[0] as Partial<Commit> | null) : undefined;
  return isCommitSha(commit?.sha) && typeof commit.message === 'string';
};

/** Caches commits with their changed paths, so that history is walked without reading objects. */
export const createCommitCache = (options: Options) => {
  const { objects, treeChanges, log } = options;
  const cache = createCache<CachedCommit>(options.caches, {
    name: 'history',
    maxBytes: options.maxBytes ?? MAX_BYTES,
    sizeOf,
  });
  let loaded: Promise<void> | undefined;

  const add = (added: CachedCommit): void => {
    if (cache.fits(added)) cache.set(added.commit.sha, added);
  };

  const readLog = async (): Promise<void> => {
    const records = ((await log?.read()) ?? []).filter(isRecord);
    await mapYielding(records, ([commit, paths]) => add({ commit, paths }));
  };
  const load = (): Promise<void> => (loaded ??= readLog());

  const find = async (sha: CommitSha): Promise<CachedCommit> => {
    const cached = cache.get(sha);
    if (cached) return cached;
    const commit = parseCommit(sha, await objects.read(sha, 'commit'));
    // A copy, since the parsed texts are slices that hold the whole object in memory.
    add({ commit: structuredClone(commit) });
    return { commit };
  };

  const treesOf = async ({ parent, tree }: Commit): Promise<[string | null, string]> => [
    parent && (await find(parent)).commit.tree,
    tree,
  ];

  const store = (commit: Commit, paths: readonly string[] | null): void => {
    const cached = cache.peek(commit.sha);
    const added = { commit: cached?.commit ?? commit, paths };
    if (cached?.paths !== undefined || !cache.fits(added)) return;
    cache.set(commit.sha, added);
    log?.append([commit, paths] satisfies CommitRecord);
  };

  const pathsOf = async ({ commit, paths }: CachedCommit): Promise<readonly string[] | null> => {
    if (paths !== undefined) return paths;
    const changed = (await treeChanges.names(...(await treesOf(commit)), DEPTH, PATHS_MAX)) ?? null;
    store(commit, changed);
    return changed;
  };

  /**
   * Yields the commits from `from` on, newest first, along first parents; with a path only those
   * that changed it or a file below it. Throws `NotFound` when there is no commit `from`.
   */
  async function* walk(from: CommitSha, path?: string): AsyncGenerator<Commit> {
    await load();
    const name = path === undefined ? '' : storedName(path);
    const below = `${name}/`;
    for (let sha: CommitSha | null = from; sha;) {
      const cached: CachedCommit = cache.peek(sha) ?? (await find(sha));
      const { commit } = cached;
      sha = commit.parent;
      if (path === undefined) {
        yield commit;
        continue;
      }
      const paths = cached.paths ?? (await pathsOf(cached));
      const isChanged = paths?.some((changed) => changed === name || changed.startsWith(below));
      const mayBe = paths?.some((changed) => name.startsWith(`${changed}/`)) ?? true;
      if (isChanged || (mayBe && (await treeChanges.changesPath(...(await treesOf(commit)), path))))
        yield commit;
    }
  }

  return {
    /** Throws `NotFound` when there is no such commit. */
    commit: async (sha: CommitSha) => (await find(sha)).commit,
    walk,
    /** See `GitStore.removals`. Compares the trees only where a sought path may have been removed. */
    removals: async ({ from, base, folders, isSought, max }: RemovalQuery): Promise<Removal[]> => {
      const removals: Removal[] = [];
      const seen = new Set<string>();
      const isNew = (path: string) => !seen.has(path) && isSought(path);
      for await (const commit of walk(from)) {
        // The first commit removes nothing, but may add all files.
        if (commit.sha === base || commit.parent === null) break;
        await yieldToEventLoop();
        const paths = await pathsOf(await find(commit.sha));
        if (paths && !paths.some((path) => isNew(readableName(path) ?? ''))) continue;
        const [removed, added] = [new Map<string, BlobSha>(), new Map<string, BlobSha>()];
        for (const folder of folders) {
          const items = await treeChanges.itemsIn(...(await treesOf(commit)), folder);
          for (const [name, { before, after }] of items) {
            const file = before && after ? undefined : (before ?? after);
            const path = `${folder}/${readableName(name) ?? ''}`;
            if (file && isFile(file)) (before ? removed : added).set(path, file.sha as BlobSha);
          }
        }
        const { sha, date } = commit;
        if ([...removed.keys()].some(isNew)) removals.push({ sha, date, removed, added });
        if (removals.length === max) break;
        for (const path of removed.keys()) seen.add(path);
      }
      return removals;
    },
    /** Caches the commits up to `from` with their changed paths. Yields to other requests. */
    precompute: async (from: CommitSha): Promise<void> => {
      await load();
      for (let sha: CommitSha | null = from; sha;) {
        const cached: CachedCommit = await find(sha);
        if (!cache.fits(cached)) return;
        sha = cached.commit.parent;
        if (cached.paths !== undefined) continue;
        await pathsOf(cached);
        await yieldToEventLoop();
      }
    },
    remember: (commit: Commit, changed: Iterable<string>): void => {
      const paths = [...new Set(Array.from(changed, cachedPathOf))];
      // Reading the log never fails.
      void load().then(() => store(commit, paths.length > PATHS_MAX ? null : paths));
    },
  };
};
