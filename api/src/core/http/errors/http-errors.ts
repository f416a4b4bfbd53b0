import type { ErrorCode } from 'content-schema';

/** The statuses of errors that only HTTP has. */
export const HTTP_STATUS = {
  /** A body that doesn't match its content type. */
  MalformedBody: 400,
  InvalidSignature: 401,
  /** A protected call without a session. */
  NotAuthenticated: 401,
  WrongCredentials: 401,
  /** A change that was requested by a page of another site. */
  ForeignOrigin: 403,
  /** A signed link that has expired or has an invalid signature. */
  LinkRefused: 403,
  NoSuchRoute: 404,
  /** The path doesn't support the method; `Allow` lists those it does. */
  MethodNotAllowed: 405,
  BodyTooLarge: 413,
  UnsupportedMediaType: 415,
  /** A range beyond the end of a file. */
  RangeNotSatisfiable: 416,
  TooManyRequests: 429,
  /** An unexpected error. Its `cause` is logged; its message only names the failed operation. */
  UnexpectedFailure: 500,
  /** A method that no path supports. */
  MethodNotImplemented: 501,
} as const satisfies Partial<Record<ErrorCode, number>>;

/** An error of a request, with a message for users. */
export class HttpError extends Error {
  readonly code: keyof typeof HTTP_STATUS;
  constructor(code: HttpError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
  override get name(): string {
    return this.code;
  }
}
