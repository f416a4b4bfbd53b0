import type { GitStoreError } from '../errors.ts';
import { describeFailure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { certainError } from './store-error.ts';

/**
 * Whether the credentials may write, found out as they would: with a blob, which is the same at
 * each start and belongs to no commit. Undefined when they may, or when GitHub doesn't tell now.
 */
export const findWriteProblem = async (
  repository: GitHubRepository,
): Promise<GitStoreError | undefined> => {
  const { octokit, owner, name: repo } = repository;
  const request = repository.write();
  try {
    await octokit.rest.git.createBlob({ owner, repo, content: '', encoding: 'utf-8', request });
    return undefined;
  } catch (error) {
    return certainError(describeFailure(error), repository, true);
  }
};
