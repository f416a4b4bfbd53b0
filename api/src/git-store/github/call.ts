import { NotFound, type GitStoreError } from '../errors.ts';
import { describeFailure, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { certainError, unavailable } from './store-error.ts';

/** The port's error for a failed read. */
export const readError = (failure: Failure, repository: GitHubRepository): GitStoreError =>
  certainError(failure, repository, false) ?? unavailable(failure);

/**
 * Makes a read; what fails is thrown as an error of the port. `absent` says what is not there when
 * GitHub answers 404 about something within the repository.
 */
export const callForRead = async <Result>(
  repository: GitHubRepository,
  call: () => Promise<Result>,
  absent?: string,
): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    const failure = describeFailure(error);
    if (failure.status === 404 && absent !== undefined) throw new NotFound(absent);
    throw readError(failure, repository);
  }
};
