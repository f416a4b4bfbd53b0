import { NotFound } from '../errors.ts';
import type { CommitSha } from '../git-store.ts';
import { createBranchRef, type BranchRef } from './branch-ref.ts';
import { parseCommit, type Author, type Commit } from './commit-object.ts';
import { createObjects, type Objects } from './objects.ts';
import { createTrees, type Trees } from './trees.ts';

export interface RepositoryOptions {
  /** The bare repository's directory. */
  readonly dir: string;
  readonly branch: string;
  /** Author and committer of every commit. */
  readonly author: Author;
}

/** One branch of a bare repository on the disk, in git's own terms. */
export interface Repository {
  readonly author: Author;
  readonly objects: Objects;
  readonly trees: Trees;
  readonly ref: BranchRef;
  /** Where the branch points. Throws `NotFound` when there is no such branch. */
  head(): Promise<CommitSha>;
  /** Throws `NotFound` when there is no such commit. */
  commit(sha: CommitSha): Promise<Commit>;
}

/** Touches nothing yet: what is missing shows in the first read. */
export const openRepository = ({ dir, branch, author }: RepositoryOptions): Repository => {
  const objects = createObjects(dir);
  const ref = createBranchRef(dir, branch);
  return {
    author,
    objects,
    trees: createTrees(objects),
    ref,
    head: async () => {
      const head = await ref.read();
      if (head === null) throw new NotFound(`There is no branch ${branch}`);
      return head;
    },
    commit: async (sha) => parseCommit(sha, await objects.read(sha, 'commit')),
  };
};
