import type { ErrorCode } from 'content-schema';

/** An error with an HTTP status and a message for users. */
export abstract class HttpError extends Error {
  abstract readonly code: ErrorCode;
  abstract readonly status: number;
  /** Seconds until the same request may succeed; undefined if waiting doesn't help. */
  readonly retryAfterSeconds?: number;
  override get name(): string {
    return this.code;
  }
}

/** A protected call without a session. */
export class NotAuthenticated extends HttpError {
  readonly code = 'NotAuthenticated';
  readonly status = 401;
}

/** Credentials that are not the administrator's. */
export class WrongCredentials extends HttpError {
  readonly code = 'WrongCredentials';
  readonly status = 401;
}

/** A webhook delivery that was not signed with the shared secret. */
export class InvalidSignature extends HttpError {
  readonly code = 'InvalidSignature';
  readonly status = 401;
}

/** A change that was requested by a page of another site. */
export class ForeignOrigin extends HttpError {
  readonly code = 'ForeignOrigin';
  readonly status = 403;
}

/** A signed link that has expired or has an invalid signature. */
export class LinkRefused extends HttpError {
  readonly code = 'LinkRefused';
  readonly status = 403;
}

/** No such page or call. */
export class NoSuchRoute extends HttpError {
  readonly code = 'NoSuchRoute';
  readonly status = 404;
}

/** The path doesn't support the method; `Allow` lists those it does. */
export class MethodNotAllowed extends HttpError {
  readonly code = 'MethodNotAllowed';
  readonly status = 405;
}

/** A body that doesn't match its content type. */
export class MalformedBody extends HttpError {
  readonly code = 'MalformedBody';
  readonly status = 400;
}

/** A body over the call's limit. */
export class BodyTooLarge extends HttpError {
  readonly code = 'BodyTooLarge';
  readonly status = 413;
}

/** A body of a type that the call doesn't accept. */
export class UnsupportedMediaType extends HttpError {
  readonly code = 'UnsupportedMediaType';
  readonly status = 415;
}

/** A range beyond the end of a file. */
export class RangeNotSatisfiable extends HttpError {
  readonly code = 'RangeNotSatisfiable';
  readonly status = 416;
}

/** A method that no path supports. */
export class MethodNotImplemented extends HttpError {
  readonly code = 'MethodNotImplemented';
  readonly status = 501;
}

/** An unexpected error. Its `cause` is logged; its message only names the failed operation. */
export class UnexpectedFailure extends HttpError {
  readonly code = 'UnexpectedFailure';
  readonly status = 500;
}
