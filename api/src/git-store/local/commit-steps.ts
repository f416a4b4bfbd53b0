import { LRUCache } from 'lru-cache';
import { setImmediate as othersGoOn } from 'node:timers/promises';
import type { DiskLog } from '../disk-cache/log.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import type { Commit } from './commit-object.ts';
import type { TreeChanges } from './tree-changes.ts';
import { storedName } from './trees.ts';

/** A commit in the walk along first parents. */
interface Step {
  readonly parent: CommitSha | null;
  /** The changed paths; undefined if they are too many to cache. */
  readonly names: readonly string[] | undefined;
}

type StepRecord = readonly [
  commit: CommitSha,
  parent: CommitSha | null,
  names: Step['names'] | null,
];

/**
 * Caches the changed paths of commits in memory and on the disk, so that a start need not compare
 * trees again.
 */
export interface CommitSteps {
  /**
   * Yields the commits from `from` on that changed a path or a file below it, newest first, along
   * first parents.
   */
  changing(from: CommitSha, path: string): AsyncGenerator<CommitSha>;
  /** Computes the changed paths of the latest commits up to `from`. Yields to other requests. */
  learn(from: CommitSha): Promise<void>;
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
const STEPS_MAX = 20_000;
/** A commit with more changed paths is compared with its parent for each query. */
const NAMES_MAX = 100;
/**
 * Paths are cached up to this depth, that of posts. For the few deeper paths the trees are compared
 * each time.
 */
const DEPTH = 2;

const nameOf = (path: string): string => storedName(path).split('/').slice(0, DEPTH).join('/');

const stepOf = ([, parent, names]: StepRecord): Step => ({ parent, names: names ?? undefined });

const isRecord = (value: unknown): value is StepRecord =>
  Array.isArray(value) && value.length === 3 && isCommitSha(value[0]);

export const createCommitSteps = ({ commit, treeChanges, log }: Options): CommitSteps => {
  const steps = new LRUCache<CommitSha, Step>({ max: STEPS_MAX });
  let lines = 0;
  let loaded: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    const records = (await log?.read()) ?? [];
    lines = records.length;
    for (const record of records) if (isRecord(record)) steps.set(record[0], stepOf(record));
  };

  const keep = (sha: CommitSha, step: Step): void => {
    if (steps.has(sha)) return;
    steps.set(sha, step);
    lines += 1;
    const recordOf = ([key, { parent, names }]: [CommitSha, Step]): StepRecord => [
      key,
      parent,
      names ?? null,
    ];
    if (lines <= 2 * STEPS_MAX) log?.append(recordOf([sha, step]));
    else {
      // `entries` returns the most recent first; reversed, because the lines at the end of the log
      // win.
      log?.replace([...steps.entries()].reverse().map(recordOf));
      lines = steps.size;
    }
  };

  const find = async (sha: CommitSha): Promise<Step> => {
    const known = steps.get(sha);
    if (known) return known;
    const { parent, tree } = await commit(sha);
    const before = parent && (await commit(parent)).tree;
    const step = { parent, names: await treeChanges.names(before, tree, DEPTH, NAMES_MAX) };
    keep(sha, step);
    return step;
  };

  const changesPath = async (sha: CommitSha, parent: CommitSha | null, path: string) => {
    const before = parent && (await commit(parent)).tree;
    return treeChanges.changesPath(before, (await commit(sha)).tree, path);
  };

  return {
    changing: async function* (from, path) {
      loaded ??= load();
      await loaded;
      const name = storedName(path);
      for (let sha: CommitSha | null = from; sha;) {
        const { parent, names }: Step = await find(sha);
        const isChanged = names?.some((it) => it === name || it.startsWith(`${name}/`));
        const mayBe = names?.some((it) => name.startsWith(`${it}/`)) ?? true;
        if (isChanged || (mayBe && (await changesPath(sha, parent, path)))) yield sha;
        sha = parent;
      }
    },
    learn: async (from) => {
      loaded ??= load();
      await loaded;
      let sha: CommitSha | null = from;
      for (let count = 0; sha && count < STEPS_MAX; count += 1) {
        sha = (await find(sha)).parent;
        await othersGoOn();
      }
    },
    remember: (sha, parent, paths) => {
      const names = [...new Set(Array.from(paths, nameOf))];
      const step = { parent, names: names.length > NAMES_MAX ? undefined : names };
      loaded ??= load();
      // Reading never fails.
      void loaded.then(() => keep(sha, step));
    },
  };
};
