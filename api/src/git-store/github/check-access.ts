import type { GitStoreError } from '../errors.ts';
import { describeFailure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { toStoreError, lacksPermission } from './store-error.ts';

/**
 * Whether the credentials may write, found out as they would: with a blob, which is the same at
 * each start and belongs to no commit. Undefined when they may, or when GitHub doesn't tell now.
 */
export const findWriteProblem = async (
  repository: GitHubRepository,
): Promise<GitStoreError | undefined> => {
  const { octokit, owner, name: repo } = repository;
  try {
    await octokit.rest.git.createBlob({ owner, repo, content: '', encoding: 'utf-8' });
    return undefined;
  } catch (error) {
    const failure = describeFailure(error);
    // A classic token without the right scope is told that what it has just read isn't there.
    return failure.status === 404
      ? lacksPermission(repository, true)
      : toStoreError(failure, repository, true);
  }
};
