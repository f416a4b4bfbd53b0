import { setTimeout as delay } from 'node:timers/promises';
import { GitStoreError, NotFound } from '../errors.ts';
import { describeFailure, isTimeout, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { toStoreError, unavailableError } from './store-error.ts';

/** The repository of a call, and what is special about the call. */
interface Target<Result> extends GitHubRepository {
  /** Message of the `NotFound` for a 404; without it, a 404 means that the repository is missing. */
  readonly notFoundMessage?: string;
  /** Returns an alternative result for a failure; undefined if there is none. */
  readonly recover?: (failure: Failure) => Promise<Result> | undefined;
  /** Whether the call needs the permission to write. */
  readonly isWrite?: boolean;
}

const ATTEMPTS = 3;

/** Runs a call that may be repeated, again after transient failures. Throws store errors. */
export const withRetries = async <Result>(
  target: Target<Result>,
  call: () => Promise<Result>,
): Promise<Result> => {
  const { notFoundMessage, recover, isWrite = false } = target;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof GitStoreError) throw error;
      const failure = describeFailure(error);
      const recovered = recover?.(failure);
      if (recovered) return recovered;
      // GitHub may briefly answer 404 for a new object, so a 404 is retried, too.
      const isNotFound = failure.status === 404 && notFoundMessage !== undefined;
      const storeError = isNotFound ? undefined : toStoreError(failure, target, isWrite);
      if (storeError) throw storeError;
      if (attempt === ATTEMPTS || isTimeout(failure)) {
        throw isNotFound ? new NotFound(notFoundMessage) : unavailableError(failure);
      }
      await delay(target.retryDelayMs * attempt ** 2);
    }
  }
};
