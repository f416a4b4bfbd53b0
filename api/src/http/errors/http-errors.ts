import type { ErrorCode } from 'content-schema';

/** An error with a status; its message is for people. */
export abstract class HttpError extends Error {
  abstract readonly code: ErrorCode;
  abstract readonly status: number;
  /** When the same request may succeed; undefined where that is not a matter of time. */
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

/** A change that another site's page asked for. */
export class ForeignOrigin extends HttpError {
  readonly code = 'ForeignOrigin';
  readonly status = 403;
}

/** A signed link that has expired, or was never made. */
export class LinkRefused extends HttpError {
  readonly code = 'LinkRefused';
  readonly status = 403;
}

/** No such page or call. */
export class NoSuchRoute extends HttpError {
  readonly code = 'NoSuchRoute';
  readonly status = 404;
}

/** The path knows other methods; `Allow` names them. */
export class MethodNotAllowed extends HttpError {
  readonly code = 'MethodNotAllowed';
  readonly status = 405;
}

/** A body that is not what its type says. */
export class MalformedBody extends HttpError {
  readonly code = 'MalformedBody';
  readonly status = 400;
}

/** A body over the call's limit. */
export class BodyTooLarge extends HttpError {
  readonly code = 'BodyTooLarge';
  readonly status = 413;
}

/** A body of another type than the call takes. */
export class UnsupportedMediaType extends HttpError {
  readonly code = 'UnsupportedMediaType';
  readonly status = 415;
}

/** A part of a file that the file doesn't have. */
export class RangeNotSatisfiable extends HttpError {
  readonly code = 'RangeNotSatisfiable';
  readonly status = 416;
}

/** A method that no path knows. */
export class MethodNotImplemented extends HttpError {
  readonly code = 'MethodNotImplemented';
  readonly status = 501;
}

/** Something unforeseen; its `cause` is logged, and its message says only what could not be done. */
export class UnexpectedFailure extends HttpError {
  readonly code = 'UnexpectedFailure';
  readonly status = 500;
}
