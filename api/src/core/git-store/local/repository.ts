import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createCacheRegistry, type CacheRegistry } from '../../cache.ts';
import { effectiveChanges } from '../changes.ts';
import type { DiskLog } from '../disk-cache/log.ts';
import { fallback, RepositoryMissing, StaleHead } from '../errors.ts';
import type { Author, CommitSha, StoredListing } from '../git-store.ts';
import { createBranchRef } from './branch-ref.ts';
import { createCommitCache } from './commit-cache.ts';
import { createFolder, nullIfMissing, writeFileAtomically } from '../files.ts';
import { createObjects } from './objects.ts';
import { createTreeChanges } from './tree-changes.ts';
import { createTrees } from './trees.ts';
import { writeCommit } from './write-commit.ts';

export interface RepositoryOptions {
  /** The bare repository's directory. */
  readonly dir: string;
  readonly branch: string;
  /** Author and committer of commits that name no author. */
  readonly author: Author;
  readonly caches?: CacheRegistry;
  /** Stores commits and their changed paths for later processes; absent if they are not stored. */
  readonly historyLog?: DiskLog | undefined;
  /** The branch's listing from an earlier process, to spare reading the size of each file. */
  readonly storedListing?: StoredListing | undefined;
}

/** The error for a branch that does not exist; its message says what to do. */
export const missingBranchError = (branch: string): RepositoryMissing =>
  new RepositoryMissing(
    `The content repository is missing, or has no branch "${branch}". Restore it from a backup; to begin with the sample content instead, delete the file "content-began" beside it.`,
  );

export type Repository = ReturnType<typeof openRepository>;

/** Opens a branch of a bare repository. Reads nothing: for a missing one, the first read fails. */
export const openRepository = (options: RepositoryOptions) => {
  const { dir, branch, author, historyLog: log, storedListing } = options;
  const { caches = createCacheRegistry() } = options;
  const objects = createObjects(dir, caches);
  const ref = createBranchRef(dir, branch);
  const treeChanges = createTreeChanges(objects);
  const commits = createCommitCache({ objects, caches, log, treeChanges });
  return {
    dir,
    author,
    objects,
    trees: createTrees({ objects, caches, storedTree: storedListing?.tree }),
    treeChanges,
    commits,
    ref,
    /** The branch's commit. Throws `RepositoryMissing` when there is no such branch. */
    head: async (): Promise<CommitSha> => {
      const head = await ref.read();
      if (head === null) throw missingBranchError(branch);
      return head;
    },
  };
};

interface NewRepository extends RepositoryOptions {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly message: string;
}

const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';

/** The files that a bare repository needs besides its objects and refs. */
export const layoutOf = (branch: string) =>
  Object.entries({ config: CONFIG, HEAD: `ref: refs/heads/${branch}\n` });

const writeIfMissing = async (path: string, text: string): Promise<void> => {
  if (!(await nullIfMissing(stat(path)))) await writeFileAtomically(path, Buffer.from(text));
};

// Creates the minimum that git recognises as a repository. HEAD is written last, so an incomplete
// layout is never recognised.
const createLayout = async (dir: string, branch: string): Promise<void> => {
  // It contains hidden posts.
  await createFolder(dir, 0o700);
  await createFolder(join(dir, 'objects'));
  await createFolder(join(dir, 'refs', 'heads'));
  for (const [name, text] of layoutOf(branch)) await writeIfMissing(join(dir, name), text);
};

/**
 * Creates a bare repository with a first commit, and points HEAD at its branch. Existing files are
 * kept, so an interrupted start is completed and a repository that has the branch is unchanged.
 * Several processes may call it at once.
 */
export const createLocalRepository = async (repository: NewRepository): Promise<void> => {
  const { dir, branch, files, message } = repository;
  const opened = openRepository(repository);
  await createLayout(dir, branch);
  if ((await opened.ref.read()) !== null) return;
  const changes = await effectiveChanges(new Map(), [], files);
  const first = await writeCommit(opened, null, changes, { message });
  // Another process may have made the first commit in the meantime.
  await opened.ref.move(null, first.sha).catch(fallback(undefined, StaleHead));
};
