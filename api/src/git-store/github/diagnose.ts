import { createCacheRegistry } from '../../cache.ts';
import type { GitStoreError } from '../errors.ts';
import { findWriteProblem } from './github-git-store.ts';
import { openGitHubRepository, type GitHubRepositoryOptions } from './github-repository.ts';
import { createHead, EmptyRepository } from './head.ts';

/** The state of a repository, found without changing its branch. */
export interface GitHubDiagnosis {
  /** It has no commit yet, and is filled at the first start. */
  readonly isEmpty: boolean;
  readonly isProtected: boolean;
  readonly writeProblem: GitStoreError | undefined;
  /** The remaining requests of this hour, and the hourly limit. */
  readonly quota: { readonly remaining: number; readonly limit: number };
  /** Milliseconds by which this machine's clock is ahead of GitHub's; negative where it is behind. */
  readonly clockAheadMs: number;
}

const isEmptyRepository = (error: unknown): boolean => {
  if (error instanceof EmptyRepository) return true;
  throw error;
};

/**
 * Checks the credentials, the repository and its branch. Throws a store error when reading is
 * impossible.
 */
export const diagnoseGitHub = async (
  options: GitHubRepositoryOptions,
): Promise<GitHubDiagnosis> => {
  const repository = openGitHubRepository(options);
  const { octokit, owner, name: repo, branch } = repository;
  const isEmpty = await createHead(repository, createCacheRegistry())
    .read()
    .then(() => false, isEmptyRepository);
  const isProtected =
    !isEmpty && (await octokit.rest.repos.getBranch({ owner, repo, branch })).data.protected;
  const { data, headers } = await octokit.rest.rateLimit.get();
  return {
    isEmpty,
    isProtected,
    // GitHub rejects blobs in an empty repository, too.
    writeProblem: isEmpty ? undefined : await findWriteProblem(repository),
    quota: data.resources.core,
    clockAheadMs: headers.date === undefined ? 0 : Date.now() - Date.parse(headers.date),
  };
};
