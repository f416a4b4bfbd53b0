import { setTimeout as delay } from 'node:timers/promises';
import { GitStoreError, NotFound } from '../errors.ts';
import { describeFailure, isTimeout, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { toStoreError, unavailable } from './store-error.ts';

interface ReadOptions<Result> {
  /** What is not there when GitHub answers 404 about something within the repository. */
  readonly absent?: string;
  /** Another way to the result; undefined where there is none after this failure. */
  readonly instead?: (failure: Failure) => Promise<Result> | undefined;
}

/** Times a read is tried while GitHub fails for no reason of ours. */
const ATTEMPTS = 3;

/**
 * Makes a read, and repeats it while GitHub doesn't answer what it was asked. What fails is thrown
 * as an error of the port.
 */
export const withReadRetries = async <Result>(
  repository: GitHubRepository,
  call: () => Promise<Result>,
  { absent, instead }: ReadOptions<Result> = {},
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof GitStoreError) throw error;
      const failure = describeFailure(error);
      const result = instead?.(failure);
      if (result) return result;
      // What was just created may not be found yet, so it is looked for again.
      const isAbsent = failure.status === 404 && absent !== undefined;
      const certain = isAbsent ? undefined : toStoreError(failure, repository, false);
      if (certain) throw certain;
      if (attempt === ATTEMPTS || isTimeout(failure)) {
        throw isAbsent ? new NotFound(absent) : unavailable(failure);
      }
      await delay(repository.retryDelayMs * attempt ** 2);
    }
  }
};
