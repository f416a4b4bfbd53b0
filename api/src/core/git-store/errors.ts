/**
 * The errors of a git store. Callers branch on `code`; messages are for people, and are safe to show
 * to an administrator. `cause` is the underlying error.
 */

import { CodedError } from '../coded-error.ts';

export abstract class GitStoreError extends CodedError {
  abstract override readonly code:
    | 'StaleHead'
    | 'StoreUnavailable'
    | 'RateLimited'
    | 'PermissionDenied'
    | 'RepositoryMissing'
    | 'NotFound'
    | 'StoreRefused'
    | 'BranchProtected';
}

/** The branch is not at the expected head: someone else wrote to it. */
export class StaleHead extends GitStoreError {
  readonly code = 'StaleHead';
}

/** The store can't be reached or has failed. */
export class StoreUnavailable extends GitStoreError {
  readonly code = 'StoreUnavailable';
}

/** A single object is missing or damaged; others can still be read. */
export class UnreadableObject extends StoreUnavailable {}

/** Objects of the branch are missing or damaged. The message says where, and what to do. */
export class RepositoryDamaged extends StoreUnavailable {}

/** The disk is full, or the process may not write to it. The message contains no path. */
export class DiskUnwritable extends StoreUnavailable {}

/** The store's quota is spent until `retryAt`. */
export class RateLimited extends GitStoreError {
  readonly code = 'RateLimited';
  readonly retryAt: Date;
  constructor(message: string, retryAt: Date, options?: ErrorOptions) {
    super(message, options);
    this.retryAt = retryAt;
  }
}

export class PermissionDenied extends GitStoreError {
  readonly code = 'PermissionDenied';
}

/** The repository or its branch does not exist, or has lost all its commits. */
export class RepositoryMissing extends GitStoreError {
  readonly code = 'RepositoryMissing';
}

/** There is no such commit or blob. */
export class NotFound extends GitStoreError {
  readonly code = 'NotFound';
}

/** The store understood the write and refused it, e.g. an illegal path. */
export class StoreRefused extends GitStoreError {
  readonly code: 'StoreRefused' | 'BranchProtected' = 'StoreRefused';
}

/** The rules of the branch want a pull request, or forbid the change altogether. */
export class BranchProtected extends StoreRefused {
  override readonly code = 'BranchProtected';
}

/** Whether the error is likely to pass, although nothing is changed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof RateLimited;

type ErrorClass = abstract new (...parameters: never[]) => Error;

/** Returns a handler for `catch`: it returns `value` for these errors, and rethrows others. */
export const fallback =
  <const Value>(value: Value, ...classes: readonly ErrorClass[]) =>
  (error: unknown): Value => {
    if (classes.some((each) => error instanceof each)) return value;
    throw error;
  };
