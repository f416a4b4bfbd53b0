import type { Context, Middleware } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import { NoSuchRoute } from './http-errors.ts';
import { failureMessage } from './failure-messages.ts';
import { errorResponse, publicErrorResponse, type ErrorResponse } from './error-table.ts';

/** As JSON, or the message alone where the client prefers plain text. */
const answer = (ctx: Context, { status, body }: ErrorResponse): void => {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  if (body.retryAfter !== undefined) ctx.set('Retry-After', String(body.retryAfter));
  ctx.body = ctx.accepts('json', 'text') === 'text' ? body.message : body;
};

const isUnanswered = (ctx: Context): boolean =>
  (ctx.body === undefined || ctx.body === null) && ctx.status >= 400;

const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  405: 'This method is not allowed here',
  501: 'This method is not supported',
};

/** Turns every error below it, and every answer without a body, into what `respond` makes of it. */
const answerErrorsBy =
  (respond: (ctx: Context) => typeof errorResponse): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (!isUnanswered(ctx)) return;
      const message = STATUS_MESSAGES[ctx.status];
      if (message === undefined) throw new NoSuchRoute('Not found');
      answer(ctx, { status: ctx.status, body: { message } });
    } catch (error) {
      const response = respond(ctx)(error, failureMessage(ctx));
      answer(ctx, response);
      if (response.status >= 500) ctx.app.emit('error', error, ctx);
    }
  };

/** Turns every error below it, and every answer without a body, into the answer of the API. */
export const sendErrors = (): Middleware => answerErrorsBy(() => publicErrorResponse);

/** The same, where sessions are known: the administrator reads what the store itself says. */
export const sendErrorsInFull = ({ isSignedIn }: Pick<Sessions, 'isSignedIn'>): Middleware =>
  answerErrorsBy((ctx) => (isSignedIn(ctx) ? errorResponse : publicErrorResponse));
