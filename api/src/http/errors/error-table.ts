import type { ErrorResponseBody } from 'content-schema';
import { LoginThrottled } from '../../auth/login-throttle.ts';
import { InvalidInput, MergeConflict } from '../../content/errors.ts';
import { GitStoreError, RateLimited } from '../../git-store/errors.ts';

/** How an error is answered. */
export interface ErrorResponse {
  readonly status: number;
  readonly body: ErrorResponseBody;
}

/** The one table from error codes to status; what is not in it is a fault of ours, a 500. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  InvalidInput: 400,
  MalformedBody: 400,
  UnusableImage: 400,
  NotAuthenticated: 401,
  WrongCredentials: 401,
  InvalidSignature: 401,
  ForeignOrigin: 403,
  LinkRefused: 403,
  NoSuchRoute: 404,
  NotFound: 404,
  EntityNotFound: 404,
  StaleHead: 409,
  MergeConflict: 409,
  BodyTooLarge: 413,
  UnsupportedImage: 415,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  StoreRefused: 422,
  LoginThrottled: 429,
  PermissionDenied: 503,
  RateLimited: 503,
  StoreUnavailable: 503,
};

const STORE_RETRY_SECONDS = 10;

const UNREADABLE = 'The content can not be loaded right now. Please try again later.';

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

const retryAfterOf = (error: unknown, status: number): number | undefined => {
  if (error instanceof LoginThrottled) return error.retryAfterSeconds;
  if (error instanceof RateLimited) {
    return Math.max(1, Math.ceil((error.retryAt.getTime() - Date.now()) / 1000));
  }
  return status === 503 ? STORE_RETRY_SECONDS : undefined;
};

/**
 * The answer to an error: its own message where that is meant for people, else `unforeseen`, and
 * never a stack.
 */
export const errorResponse = (error: unknown, unforeseen: string): ErrorResponse => {
  const code = codeOf(error);
  const status = code === undefined ? undefined : STATUS_BY_CODE[code];
  if (status === undefined || !(error instanceof Error)) {
    return { status: 500, body: { message: unforeseen } };
  }
  const retryAfter = retryAfterOf(error, status);
  return {
    status,
    body: {
      message: error.message,
      ...(error instanceof InvalidInput && { issues: [...error.issues] }),
      ...(error instanceof MergeConflict && {
        conflicts: [...error.conflicts],
        revision: error.revision,
      }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  };
};

/**
 * The same for visitors: what a git store says is for the administrator, since it may name the
 * repository and its credentials.
 */
export const publicErrorResponse = (error: unknown, unforeseen: string): ErrorResponse => {
  if (!(error instanceof GitStoreError)) return errorResponse(error, unforeseen);
  const retryAfter = retryAfterOf(error, 503) ?? STORE_RETRY_SECONDS;
  return { status: 503, body: { message: UNREADABLE, retryAfter } };
};
