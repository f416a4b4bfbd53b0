/**
 * The errors of a git store. Callers branch on `code`; messages are for people, and are safe to show
 * to an administrator. `cause` is the underlying error.
 */

/** Names each error of a store; a new one needs a status in `http/errors/send-errors.ts`. */
export type StoreErrorCode =
  | 'StaleHead'
  | 'StoreUnavailable'
  | 'RateLimited'
  | 'PermissionDenied'
  | 'RepositoryMissing'
  | 'NotFound'
  | 'StoreRefused';

export abstract class GitStoreError extends Error {
  abstract readonly code: StoreErrorCode;
  override get name(): string {
    return this.code;
  }
}

/** The branch is not at the expected head: someone else wrote to it. */
export class StaleHead extends GitStoreError {
  readonly code = 'StaleHead';
}

/** The store can't be reached, or fails. */
export class StoreUnavailable extends GitStoreError {
  readonly code = 'StoreUnavailable';
}

/** One object can't be read while others can: it is missing or damaged. */
export class UnreadableObject extends StoreUnavailable {}

/** The disk takes no more, or the process may not write to it; the message names no path. */
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

/** The credentials don't allow it. */
export class PermissionDenied extends GitStoreError {
  readonly code = 'PermissionDenied';
}

/** The repository or its branch is not there, or holds nothing any more. */
export class RepositoryMissing extends GitStoreError {
  readonly code = 'RepositoryMissing';
}

/** There is no such commit or blob. */
export class NotFound extends GitStoreError {
  readonly code = 'NotFound';
}

/** The store understood the write and refused it, e.g. an illegal path or a protected branch. */
export class StoreRefused extends GitStoreError {
  readonly code = 'StoreRefused';
}
