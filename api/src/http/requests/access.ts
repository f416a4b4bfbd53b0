/** Who sends a request, and what they may do. */
import type { Context, Middleware } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import { ForeignOrigin, NotAuthenticated } from '../errors/http-errors.ts';

/** The administrator sees everything, a visitor what the site shows. */
export type Audience = 'administrator' | 'visitor';

/**
 * Who sends the request. Marks the response as depending on that: it must be checked before it is
 * used again, and the administrator's is for their browser alone, also where a shared cache ignores
 * cookies.
 */
export const audienceOf = (ctx: Context, sessions: Sessions): Audience => {
  const audience = sessions.isSignedIn(ctx) ? 'administrator' : 'visitor';
  ctx.vary('Cookie');
  ctx.set('Cache-Control', audience === 'visitor' ? 'no-cache' : 'private, no-cache');
  return audience;
};

/** Throws `NotAuthenticated` unless the administrator sends the request. */
export const checkSession = (ctx: Context, sessions: Sessions): void => {
  if (!sessions.isSignedIn(ctx)) throw new NotAuthenticated('Authentication required');
};

/** The same as a middleware. */
export const requireSession =
  (sessions: Sessions): Middleware =>
  async (ctx, next) => {
    checkSession(ctx, sessions);
    await next();
  };

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser names the sender in `Sec-Fetch-Site`, an older one in `Origin`. A program sends neither,
 * and no one else's cookies.
 */
const isForeign = (ctx: Context, publicOrigin: string): boolean => {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site !== 'same-origin' && site !== 'none';
  const origin = ctx.get('Origin');
  return origin !== '' && origin !== publicOrigin && origin !== `${ctx.protocol}://${ctx.host}`;
};

/** Refuses changes that another site's page asks for. Throws `ForeignOrigin`. */
export const sameOriginOnly =
  (publicOrigin: string): Middleware =>
  async (ctx, next) => {
    if (!SAFE_METHODS.has(ctx.method) && isForeign(ctx, publicOrigin)) {
      throw new ForeignOrigin('Changes can only be made from the site itself');
    }
    await next();
  };
