import type { Context, Middleware } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import { NotAuthenticated } from '../errors/http-errors.ts';

/** Throws `NotAuthenticated` unless the administrator asks. */
export const checkSession = (ctx: Context, sessions: Sessions): void => {
  if (!sessions.isSignedIn(ctx)) throw new NotAuthenticated('Authentication required');
};

/** Lets only the administrator pass. Throws `NotAuthenticated`. */
export const requireSession =
  (sessions: Sessions): Middleware =>
  async (ctx, next) => {
    checkSession(ctx, sessions);
    await next();
  };
