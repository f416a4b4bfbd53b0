/** Converts errors to HTTP responses. */
import { ERROR_STATUS, ISSUES_MAX, pick, type ErrorResponseBody } from 'content-schema';
import type { Context, Middleware } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import { CodedError } from '../../coded-error.ts';
import { InvalidInput, MergeConflict, UnreadableFile } from '../../reading/errors.ts';
import { GitStoreError, RateLimited, StoreUnavailable } from '../../git-store/errors.ts';
import { HttpError } from './http-errors.ts';

interface ErrorResponse {
  readonly status: number;
  readonly body: ErrorResponseBody;
}

const STORE_RETRY_SECONDS = 10;

const FAILED = 'Something went wrong on the server. Please try again.';
const UNREADABLE = 'The content cannot be loaded right now. Please try again later.';

const retryAfterOf = (error: CodedError): number | undefined => {
  if (error instanceof RateLimited) {
    return Math.max(1, Math.ceil((error.retryAt.getTime() - Date.now()) / 1000));
  }
  return (
    error.retryAfterSeconds ?? (ERROR_STATUS[error.code] === 503 ? STORE_RETRY_SECONDS : undefined)
  );
};

/** Codes of errors while the process has too many open files; they pass. */
const EXHAUSTED = ['EMFILE', 'ENFILE', 'ERR_WORKER_INIT_FAILED'];

const isExhausted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && EXHAUSTED.includes(String(error.code));

/** Replaces an unexpected error, whose message may contain paths or secrets. */
const toKnown = (error: unknown, message = FAILED): CodedError => {
  if (error instanceof CodedError) return error;
  return isExhausted(error)
    ? new StoreUnavailable('The server has too many open files.', { cause: error })
    : new HttpError('UnexpectedFailure', message, { cause: error });
};

const errorResponse = (thrown: unknown): ErrorResponse => {
  const error = toKnown(thrown);
  const retryAfter = retryAfterOf(error);
  return {
    status: ERROR_STATUS[error.code],
    body: {
      code: error.code,
      message: error.message,
      ...(error instanceof InvalidInput && { issues: error.issues.slice(0, ISSUES_MAX) }),
      ...(error instanceof MergeConflict && pick(error, ['conflicts', 'revision'])),
      ...(error instanceof UnreadableFile && { problem: error.problem }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
  };
};

/** Hides the messages of a git store, which may name the repository and its credentials. */
export const publicErrorResponse = (thrown: unknown): ErrorResponse => {
  const error = toKnown(thrown);
  if (!(error instanceof GitStoreError)) return errorResponse(error);
  const retryAfter = retryAfterOf(error) ?? STORE_RETRY_SECONDS;
  return { status: 503, body: { code: 'StoreUnavailable', message: UNREADABLE, retryAfter } };
};

export const setErrorHeaders = (ctx: Context, { status, body }: ErrorResponse): void => {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  if (body.retryAfter !== undefined) ctx.set('Retry-After', String(body.retryAfter));
};

/** Sends JSON, or only the message if the client prefers plain text. */
const send = (ctx: Context, response: ErrorResponse): void => {
  setErrorHeaders(ctx, response);
  const { body } = response;
  ctx.body = ctx.accepts('json', 'text') === 'text' ? body.message : body;
};

const errorOfStatus = (status: number): HttpError => {
  if (status === 405) return new HttpError('MethodNotAllowed', 'This method is not allowed here');
  if (status === 501) return new HttpError('MethodNotImplemented', 'This method is not supported');
  return new HttpError('NoSuchRoute', 'Not found');
};

const lacksBody = (ctx: Context): boolean =>
  (ctx.body === undefined || ctx.body === null) && ctx.status >= 400;

const createErrorSender =
  (respond: (ctx: Context, error: unknown) => ErrorResponse): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (lacksBody(ctx)) throw errorOfStatus(ctx.status);
    } catch (error) {
      const response = respond(ctx, error);
      send(ctx, response);
      const isServerFault = response.status >= 500 && response.status !== 501;
      if (isServerFault) ctx.app.emit('error', error, ctx);
    }
  };

/** Responds to errors of the middleware below, and to each error status without a body. */
export const sendErrors = (): Middleware =>
  createErrorSender((_ctx, error) => publicErrorResponse(error));

/** Like `sendErrors`, with sessions: the administrator gets the store's own messages. */
export const sendDetailedErrors = ({ isSignedIn }: Pick<Sessions, 'isSignedIn'>): Middleware =>
  createErrorSender((ctx, error) =>
    isSignedIn(ctx) ? errorResponse(error) : publicErrorResponse(error),
  );

/** Replaces unexpected errors of the middleware below it by one that names the failed operation. */
export const withFailureMessage =
  (message: string): Middleware =>
  async (_ctx, next) => {
    try {
      await next();
    } catch (error) {
      throw toKnown(error, message);
    }
  };
