/** The codes of the errors in responses, with the status of the response. */
export const ERROR_STATUS = {
  InvalidInput: 400,
  /** A body that doesn't match its content type. */
  MalformedBody: 400,
  /** Not HTTP. */
  MalformedRequest: 400,
  UnusableImage: 400,
  InvalidSignature: 401,
  NotAuthenticated: 401,
  WrongCredentials: 401,
  /** A change that was requested by a page of another site. */
  ForeignOrigin: 403,
  /** A signed link that has expired or has an invalid signature. */
  LinkRefused: 403,
  EntityNotFound: 404,
  NoSuchRoute: 404,
  NotFound: 404,
  /** The path doesn't support the method; `Allow` lists those it does. */
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  MergeConflict: 409,
  StaleHead: 409,
  BodyTooLarge: 413,
  UnsupportedImage: 415,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  ExpectationFailed: 417,
  BranchProtected: 422,
  IdempotencyKeyReused: 422,
  StoreRefused: 422,
  UnreadableFile: 422,
  LoginThrottled: 429,
  TooManyRequests: 429,
  HeadersTooLarge: 431,
  /** An unexpected error. Its `cause` is logged; its message only names the failed operation. */
  UnexpectedFailure: 500,
  /** A method that no path supports. */
  MethodNotImplemented: 501,
  PermissionDenied: 503,
  PicturesBusy: 503,
  RateLimited: 503,
  RepositoryMissing: 503,
  StoreUnavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
