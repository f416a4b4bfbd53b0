import type { GitStoreError } from '../errors.ts';
import { describeFailure, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { certainError, unavailable } from './store-error.ts';

/** The port's error for a failed read. */
export const readError = (failure: Failure, repository: GitHubRepository): GitStoreError =>
  certainError(failure, repository, false) ?? unavailable(failure);

/** Makes a read; what fails is thrown as an error of the port. */
export const callForRead = async <Result>(
  repository: GitHubRepository,
  call: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    throw readError(describeFailure(error), repository);
  }
};
