import { applyChanges } from '../apply-changes.ts';
import { effectiveChanges } from '../effective-changes.ts';
import { StaleHead, type GitStoreError } from '../errors.ts';
import type { CommitRequest, CommitResult, CommitSha, GitStore } from '../git-store.ts';
import { readBlobs } from './blobs.ts';
import { findWriteProblem } from './check-access.ts';
import { commitWithGraphql, mutationBytes } from './commit-graphql.ts';
import { commitWithRest } from './commit-rest.ts';
import { createFirstFile, fillRequest, isBegun, type FirstContent } from './first-content.ts';
import { openGitHubRepository, type GitHubRepositoryOptions } from './github-repository.ts';
import { createHead, EmptyRepository } from './head.ts';
import { createHistory } from './history.ts';
import { createTrees } from './trees.ts';
import { writeCommit, type SendCommit } from './write-commit.ts';

export interface GitHubGitStoreOptions extends GitHubRepositoryOptions {
  /** What an empty repository begins with. */
  readonly firstContent: FirstContent;
  /** Bytes in base64 up to which changes are written by one request. */
  readonly mutationMaxBytes?: number;
}

export interface GitHubGitStore extends GitStore {
  /**
   * Finds out at the start what the first visitor or the first save would. Throws what makes
   * reading impossible; resolves with what makes writing impossible, if anything does.
   */
  check(): Promise<GitStoreError | undefined>;
}

/** GitHub takes 45 MB for the whole request; some met 40 MB. */
const MUTATION_MAX_BYTES = 35_000_000;

/**
 * Keeps content on one branch of a repository at GitHub. It holds nothing but caches, so any
 * number of processes may use the same branch. An empty repository is filled when its head is read.
 */
export const createGitHubGitStore = (options: GitHubGitStoreOptions): GitHubGitStore => {
  const { firstContent, mutationMaxBytes = MUTATION_MAX_BYTES } = options;
  const repository = openGitHubRepository(options);
  const head = createHead(repository);
  const trees = createTrees(repository);
  const history = createHistory(repository);

  const sendCommit: SendCommit = (...call) => {
    const [, { expectedHead }, changes] = call;
    return mutationBytes(changes) <= mutationMaxBytes
      ? commitWithGraphql(...call)
      : commitWithRest(...call, trees.executables(expectedHead));
  };

  const commit = async (request: CommitRequest): Promise<CommitResult> => {
    const { expectedHead } = request;
    const before = await trees.files(expectedHead);
    const changes = effectiveChanges(before, request.changes);
    if (changes.size === 0) return { head: expectedHead, tree: before };
    try {
      const written = await writeCommit(repository, request, changes, sendCommit);
      const tree = applyChanges(before, changes);
      trees.remember(written, tree, expectedHead);
      head.moved(expectedHead, written);
      return { head: written, tree };
    } catch (error) {
      if (error instanceof StaleHead) head.left(expectedHead);
      throw error;
    }
  };

  /** A filling that was interrupted left the first of the files alone. */
  const completeFirstContent = async (sha: CommitSha): Promise<CommitSha> => {
    const files = await firstContent();
    if (!isBegun(await trees.files(sha), files)) return sha;
    try {
      return (await commit(fillRequest(sha, files))).head;
    } catch (error) {
      // Another process was faster.
      if (error instanceof StaleHead) return head.read();
      throw error;
    }
  };

  const begin = async (): Promise<CommitSha> => {
    try {
      return await createFirstFile(repository, await firstContent());
    } catch (error) {
      // Another process was faster, or the answer was lost: then there is a head now.
      return head.read().catch(() => {
        throw error;
      });
    }
  };

  const readHead = async (left?: CommitSha): Promise<CommitSha> => {
    if (left !== undefined) head.left(left);
    try {
      return await head.read();
    } catch (error) {
      if (!(error instanceof EmptyRepository)) throw error;
      return completeFirstContent(await begin());
    }
  };

  return {
    kind: 'github',
    head: readHead,
    list: (sha) => trees.files(sha),
    read: (blobs) => readBlobs(repository, blobs, trees.textSizes(blobs)),
    commit,
    show: (sha) => history.show(sha),
    history: async (query) => history.page(query.from ?? (await readHead()), query),
    check: async () => {
      await completeFirstContent(await readHead());
      return findWriteProblem(repository);
    },
  };
};
