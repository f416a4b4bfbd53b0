import { applyChanges } from '../apply-changes.ts';
import { effectiveChanges } from '../effective-changes.ts';
import { StaleHead, type GitStoreError } from '../errors.ts';
import type { CommitRequest, CommitResult, CommitSha, GitStore } from '../git-store.ts';
import { readBlobs } from './blobs.ts';
import { findWriteProblem } from './check-access.ts';
import { fillBranch, fillEmptyRepository, type FirstContent } from './first-content.ts';
import { openGitHubRepository, type GitHubRepositoryOptions } from './github-repository.ts';
import { createHead, EmptyRepository } from './head.ts';
import { readHistory, showCommit } from './history.ts';
import { createTrees } from './trees.ts';
import { writeCommit } from './write-commit.ts';

export interface GitHubGitStoreOptions extends GitHubRepositoryOptions {
  /** What an empty repository begins with. */
  readonly firstContent: FirstContent;
}

export interface GitHubGitStore extends GitStore {
  /**
   * Finds out at the start what the first visitor or the first save would. Throws what makes
   * reading impossible; resolves with what makes writing impossible, if anything does.
   */
  check(): Promise<GitStoreError | undefined>;
}

/**
 * Keeps content on one branch of a repository at GitHub. It holds nothing but caches, so any
 * number of processes may use the same branch.
 */
export const createGitHubGitStore = (options: GitHubGitStoreOptions): GitHubGitStore => {
  const repository = openGitHubRepository(options);
  const head = createHead(repository);
  const trees = createTrees(repository);

  const readHead: GitStore['head'] = async () => {
    try {
      return await head.read();
    } catch (error) {
      if (!(error instanceof EmptyRepository)) throw error;
      await fillEmptyRepository(repository, await options.firstContent());
      return head.read();
    }
  };

  /** A first start that was interrupted left the first of the files alone. */
  const completeFirstContent = async (sha: CommitSha): Promise<void> => {
    const tree = await trees.files(sha);
    if (tree.size > 1) return;
    const files = await options.firstContent();
    const [first] = files.keys();
    if (first !== undefined && tree.has(first)) await fillBranch(repository, sha, files);
  };

  const commit = async (request: CommitRequest): Promise<CommitResult> => {
    const { expectedHead } = request;
    const tree = await trees.files(expectedHead);
    const changes = effectiveChanges(tree, request.changes);
    if (changes.size === 0) return { head: expectedHead, tree };
    try {
      const written = await writeCommit(repository, request, changes);
      const result = { head: written, tree: applyChanges(tree, changes) };
      trees.remember(written, result.tree);
      head.left(expectedHead);
      return result;
    } catch (error) {
      if (error instanceof StaleHead) head.left(expectedHead);
      throw error;
    }
  };

  return {
    kind: 'github',
    head: readHead,
    list: (sha) => trees.files(sha),
    read: (blobs) => readBlobs(repository, blobs, trees.isText),
    commit,
    show: (sha) => showCommit(repository, sha),
    history: (query) => readHistory(repository, query),
    check: async () => {
      await completeFirstContent(await readHead());
      return findWriteProblem(repository);
    },
  };
};
