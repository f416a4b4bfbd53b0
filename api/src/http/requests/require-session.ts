import type { Middleware } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import { NotAuthenticated } from '../errors/http-errors.ts';

/** Lets only the administrator pass. Throws `NotAuthenticated`. */
export const requireSession =
  (sessions: Sessions): Middleware =>
  async (ctx, next) => {
    if (!sessions.isSignedIn(ctx)) throw new NotAuthenticated('Authentication required');
    await next();
  };
