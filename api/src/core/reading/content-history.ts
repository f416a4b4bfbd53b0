import { HISTORY_PER_PAGE, postIdOf } from 'content-schema';
import { dirname } from 'node:path/posix';
import type { BlobSha, CommitInfo, CommitSha, GitStore, Tree } from '../git-store/git-store.ts';
import type { BlobCache } from './blob-cache.ts';
import { EntityNotFound } from './errors.ts';
import type { ContentReader } from './reader.ts';
import { SEARCHED_COMMITS, undoneCommitOf } from '../messages/commit-message.ts';
import {
  findPage,
  rangeOf,
  readCommits,
  type CommitFilter,
  type FoundPage,
} from './find-commits.ts';

export interface FileVersion {
  readonly path: string;
  /** All files of the commit, including `path`. */
  readonly tree: Tree;
  readonly date: string;
}

/** The trees before and after a commit; for a merge, before is its first parent. */
export interface CommitChange {
  readonly info: CommitInfo;
  /** All files before and after the commit; empty before the first commit. */
  readonly before: Tree;
  readonly after: Tree;
  /** Whether the commit added or removed symbolic links or submodules, which trees leave out. */
  readonly changesLinks: boolean;
}

const MINUTE_MS = 60_000;
/** Newer commits are searched in ever longer periods: stores list the newest first. */
const INTERVALS_MS = [1, 60, 24 * 60, 30 * 24 * 60, 400 * 24 * 60].map(
  (minutes) => minutes * MINUTE_MS,
);

const NO_FILES: Tree = new Map();

/** Returns the commit that undid another one and was not undone itself. `commits` are newest first. */
const findUndo = (sha: CommitSha, commits: readonly CommitInfo[]): CommitInfo | undefined => {
  const undone = new Set<CommitSha>();
  for (const commit of commits) {
    const target = undone.has(commit.sha) ? undefined : undoneCommitOf(commit.message);
    if (target === sha) return commit;
    if (target !== undefined) undone.add(target);
  }
  return undefined;
};

export type ContentHistory = ReturnType<typeof createContentHistory>;

/** Reads the history of the content, and old files through `blobs`, a cache of their own. */
export const createContentHistory = (store: GitStore, reader: ContentReader, blobs: BlobCache) => {
  const filesOf = async (commit: CommitSha | null) => ({
    tree: commit === null ? NO_FILES : await store.list(commit),
    links: commit === null ? [] : await store.links(commit),
  });

  /** The files of two commits. Throws `NotFound` when there is no such commit. */
  const between = async (old: CommitSha | null, sha: CommitSha) => {
    const [before, after] = await Promise.all([filesOf(old), filesOf(sha)]);
    const changesLinks = before.links.join('\0') !== after.links.join('\0');
    return { before: before.tree, after: after.tree, changesLinks };
  };

  /** Throws `NotFound` when there is no such commit. */
  const change = async (sha: CommitSha): Promise<CommitChange> => {
    const info = await store.show(sha);
    return { info, ...(await between(info.parent, sha)) };
  };

  const newerThan = async (
    { sha, date }: CommitInfo,
    head: CommitInfo,
  ): Promise<CommitInfo | undefined> => {
    const wholeMs = Date.parse(head.date) - Date.parse(date);
    for (const stretchMs of [...INTERVALS_MS.filter((ms) => ms < wholeMs), wholeMs]) {
      const until = new Date(Date.parse(date) + stretchMs).toISOString();
      const { commits } = await readCommits(store, { from: head.sha, since: date, until });
      const position = commits.findIndex((info) => info.sha === sha);
      const next = commits[(position === -1 ? commits.length : position) - 1];
      if (next) return next;
    }
    return undefined;
  };

  return {
    read: (shas: Iterable<BlobSha>) => blobs.read(shas),
    between,
    change,

    /** The newest change since a date that removed a file, up to a commit without the file. */
    lastRemoval: async (
      path: string,
      { from, since }: { readonly from: CommitSha; readonly since: string },
    ): Promise<CommitChange | undefined> => {
      const isSince = ({ date }: { readonly date: string }) =>
        Date.parse(date) >= Date.parse(since);
      const { commits } = await store.history({ from, path, page: 1, perPage: 1 });
      const last = commits[0] && isSince(commits[0]) ? await change(commits[0].sha) : undefined;
      const isRemoval = last?.before.has(path) && !last.after.has(path);
      if (isRemoval || postIdOf(path) === undefined) return last;
      // The history of a file leaves out the first parent of a merge that removed the file if the
      // second parent has none either: https://git-scm.com/docs/git-log#_history_simplification
      const isSought = (removed: string) => removed === path;
      const query = { from, folders: [dirname(path)], isSought, max: 1 };
      const [removal] = await store.removals(query);
      return removal && isSince(removal) ? change(removal.sha) : undefined;
    },

    /** The commits that match, up to the served one, newest first. Pages count from 1. */
    page: async (query: CommitFilter & { readonly page: number }): Promise<FoundPage> => {
      const { revision: from } = await reader.current();
      const { q = '', part, page } = query;
      if (q !== '' || part !== undefined) return findPage({ store, blobs }, from, query);
      return store.history({ from, ...rangeOf(query), page, perPage: HISTORY_PER_PAGE });
    },

    /** A commit, and the recent one that undid it, unless that was undone. Throws `NotFound`. */
    commit: async (sha: CommitSha) => {
      const { revision: from } = await reader.current();
      const [info, { commits }] = await Promise.all([
        store.show(sha),
        // The page that the next save reads, too.
        store.history({ from, page: 1, perPage: SEARCHED_COMMITS }),
      ]);
      return { info, undone: findUndo(sha, commits) };
    },

    /**
     * A file at a commit, or before it if it deleted the file. Throws `NotFound` without the
     * commit, and `EntityNotFound` without the file.
     */
    version: async (sha: CommitSha, path: string): Promise<FileVersion> => {
      const { parent, date } = await store.show(sha);
      const tree = await store.list(sha);
      if (tree.has(path)) return { path, tree, date };
      const before = parent === null ? NO_FILES : await store.list(parent);
      if (parent === null || !before.has(path)) {
        throw new EntityNotFound(`${path} did not exist at that time`);
      }
      return { path, tree: before, date: (await store.show(parent)).date };
    },

    /** Throws `NotFound` when there is no such commit. */
    info: (commit: CommitSha) => store.show(commit),

    /** Returns a commit with those before and after it. Throws `NotFound`. */
    moment: async (commit: CommitSha) => {
      const { revision } = await reader.current();
      const [info, head] = await Promise.all([store.show(commit), store.show(revision)]);
      const [older, newer] = await Promise.all([
        info.parent === null ? undefined : store.show(info.parent),
        info.sha === head.sha ? undefined : newerThan(info, head),
      ]);
      return { info, older, newer };
    },
  };
};
