import type { Middleware } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { checkSession } from './access.ts';
import { jsonBody } from './parse-request.ts';

/** For a call that has no body, or reads it itself. */
export const noBody: Middleware = (_ctx, next) => next();

/**
 * Returns a function that makes the middleware of calls that save: it requires a session, parses
 * the body, by default as JSON of the usual size, and replaces unexpected errors by one with the
 * message.
 */
export const createSavePolicy =
  (sessions: Sessions) =>
  (message: string, readBody = jsonBody()): Middleware => {
    const named = withFailureMessage(message);
    return async (ctx, next) => {
      await named(ctx, async () => {
        checkSession(ctx, sessions);
        await readBody(ctx, next);
      });
    };
  };
