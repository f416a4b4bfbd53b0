import { LRUCache } from 'lru-cache';
import { setImmediate as othersGoOn } from 'node:timers/promises';
import type { DiskLog } from '../disk-cache/log.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import type { Commit } from './commit-object.ts';
import type { TreeChanges } from './tree-changes.ts';
import { storedName } from './trees.ts';

/** One commit on the way through the history. */
interface Step {
  readonly parent: CommitSha | null;
  /** What it changed; undefined for too much to keep. */
  readonly names: readonly string[] | undefined;
}

type StepRecord = readonly [
  commit: CommitSha,
  parent: CommitSha | null,
  names: Step['names'] | null,
];

/** What commits changed: found out once, and kept on the disk so that a start need not do so again. */
export interface CommitSteps {
  /** The commits from one on that changed a path or what is below it, newest first, along first parents. */
  changing(from: CommitSha, path: string): AsyncGenerator<CommitSha>;
  /** Finds out what the latest commits up to one changed, while others go on. */
  learn(from: CommitSha): Promise<void>;
  /** Keeps what is known of a new commit. */
  remember(commit: CommitSha, parent: CommitSha, paths: Iterable<string>): void;
}

interface Options {
  readonly commit: (sha: CommitSha) => Promise<Commit>;
  readonly treeChanges: TreeChanges;
  /** Absent: a start forgets all. */
  readonly log?: DiskLog | undefined;
}

/** Around ten megabytes; the history of a file walks all of them. */
const STEPS_MAX = 20_000;
/** Of a commit that changed more, it is found out each time for the path in question. */
const NAMES_MAX = 100;
/** Posts are two names deep. Of what is deeper, which is rare, the trees are compared each time. */
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
      // The most recent of `entries` come first, and the last that are read stay.
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
