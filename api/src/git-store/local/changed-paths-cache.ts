import { LRUCache } from 'lru-cache';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DiskLog } from '../disk-cache/log.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import type { Commit } from './commit-object.ts';
import type { TreeChanges } from './tree-changes.ts';
import { storedName } from './trees.ts';

/** A commit in the walk along first parents. */
interface CachedCommit {
  readonly parent: CommitSha | null;
  /** The changed paths; undefined if they are too many to cache. */
  readonly paths: readonly string[] | undefined;
}

type CachedCommitRecord = readonly [
  commit: CommitSha,
  parent: CommitSha | null,
  paths: CachedCommit['paths'] | null,
];

/**
 * Caches the changed paths of commits in memory and on the disk, so that a start need not compare
 * trees again.
 */
export interface ChangedPathsCache {
  /**
   * Yields the commits from `from` on that changed a path or a file below it, newest first, along
   * first parents.
   */
  commitsChanging(from: CommitSha, path: string): AsyncGenerator<CommitSha>;
  /** Computes the changed paths of the latest commits up to `from`. Yields to other requests. */
  precompute(from: CommitSha): Promise<void>;
  /** Caches the changed paths of a new commit. */
  remember(commit: CommitSha, parent: CommitSha, paths: Iterable<string>): void;
}

interface Options {
  readonly commit: (sha: CommitSha) => Promise<Commit>;
  readonly treeChanges: TreeChanges;
  /** Absent means that nothing is kept for the next process. */
  readonly log?: DiskLog | undefined;
}

/** Around ten megabytes; reading the history of a file visits every cached commit. */
const COMMITS_MAX = 20_000;
/** A commit with more changed paths is compared with its parent for each query. */
const PATHS_MAX = 100;
/**
 * Paths are cached up to this depth, that of posts. For the few deeper paths the trees are compared
 * each time.
 */
const DEPTH = 2;

const cachedPathOf = (path: string): string =>
  storedName(path).split('/').slice(0, DEPTH).join('/');

const toCachedCommit = ([, parent, paths]: CachedCommitRecord): CachedCommit => ({
  parent,
  paths: paths ?? undefined,
});

const recordOf = ([sha, { parent, paths }]: [CommitSha, CachedCommit]): CachedCommitRecord => [
  sha,
  parent,
  paths ?? null,
];

const isRecord = (value: unknown): value is CachedCommitRecord =>
  Array.isArray(value) && value.length === 3 && isCommitSha(value[0]);

export const createChangedPathsCache = ({
  commit,
  treeChanges,
  log,
}: Options): ChangedPathsCache => {
  const cachedCommits = new LRUCache<CommitSha, CachedCommit>({ max: COMMITS_MAX });
  let lines = 0;
  let loaded: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    const records = (await log?.read()) ?? [];
    lines = records.length;
    for (const record of records.filter(isRecord)) {
      cachedCommits.set(record[0], toCachedCommit(record));
    }
  };

  const keep = (sha: CommitSha, cached: CachedCommit): void => {
    if (cachedCommits.has(sha)) return;
    cachedCommits.set(sha, cached);
    lines += 1;
    if (lines <= 2 * COMMITS_MAX) log?.append(recordOf([sha, cached]));
    else {
      // `entries` returns the most recent first; reversed, because the lines at the end of the log
      // win.
      log?.replace([...cachedCommits.entries()].reverse().map(recordOf));
      lines = cachedCommits.size;
    }
  };

  const find = async (sha: CommitSha): Promise<CachedCommit> => {
    const known = cachedCommits.get(sha);
    if (known) return known;
    const { parent, tree } = await commit(sha);
    const before = parent && (await commit(parent)).tree;
    const cached = { parent, paths: await treeChanges.names(before, tree, DEPTH, PATHS_MAX) };
    keep(sha, cached);
    return cached;
  };

  const changesPath = async (sha: CommitSha, parent: CommitSha | null, path: string) => {
    const before = parent && (await commit(parent)).tree;
    return treeChanges.changesPath(before, (await commit(sha)).tree, path);
  };

  return {
    commitsChanging: async function* (from, path) {
      loaded ??= load();
      await loaded;
      const name = storedName(path);
      for (let sha: CommitSha | null = from; sha;) {
        const { parent, paths }: CachedCommit = await find(sha);
        const isChanged = paths?.some((it) => it === name || it.startsWith(`${name}/`));
        const mayBe = paths?.some((it) => name.startsWith(`${it}/`)) ?? true;
        if (isChanged || (mayBe && (await changesPath(sha, parent, path)))) yield sha;
        sha = parent;
      }
    },
    precompute: async (from) => {
      loaded ??= load();
      await loaded;
      let sha: CommitSha | null = from;
      for (let count = 0; sha && count < COMMITS_MAX; count += 1) {
        sha = (await find(sha)).parent;
        await yieldToEventLoop();
      }
    },
    remember: (sha, parent, changed) => {
      const paths = [...new Set(Array.from(changed, cachedPathOf))];
      const cached = { parent, paths: paths.length > PATHS_MAX ? undefined : paths };
      loaded ??= load();
      // Reading never fails.
      void loaded.then(() => keep(sha, cached));
    },
  };
};
