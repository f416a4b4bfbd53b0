/** Identifies the sender of a request, and checks permissions. */
import type { Context, Middleware } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import type { Audience } from '../../presenters/public-view.ts';
import { allowSharedCaches } from '../caching/cache-control.ts';
import { HttpError } from '../errors/http-errors.ts';

/** Whether the response is for visitors, or for a valid session. */
const AUDIENCE_HEADER = 'Content-Audience';

/**
 * Returns the sender of the request, which a header names, and lets shared caches keep what visitors
 * get. The administrator's responses are private, even for a cache that ignores `Vary`.
 */
export const audienceOf = (ctx: Context, sessions: Sessions): Audience => {
  const audience = sessions.isSignedIn(ctx) ? 'administrator' : 'visitor';
  ctx.set(AUDIENCE_HEADER, audience);
  // A cookie is for a single client.
  if (audience === 'visitor' && !ctx.res.hasHeader('Set-Cookie')) allowSharedCaches(ctx);
  else ctx.set('Cache-Control', 'private, no-cache');
  return audience;
};

/** Throws `NotAuthenticated` unless the administrator sends the request. */
export const checkSession = (ctx: Context, sessions: Sessions): void => {
  if (!sessions.isSignedIn(ctx)) throw new HttpError('NotAuthenticated', 'Authentication required');
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a page of another site sent the request. Browsers send `Sec-Fetch-Site`, older ones
 * `Origin`. Other programs send neither, and have no cookies to abuse.
 */
const isForeign = (ctx: Context, allowed = `${ctx.protocol}://${ctx.host}`): boolean => {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site !== 'same-origin' && site !== 'none';
  const origin = ctx.get('Origin');
  return origin !== '' && origin !== allowed;
};

/** Throws `ForeignOrigin` if a page of another site sends the request. */
export const checkOrigin = (ctx: Context, allowedOrigin: string | undefined): void => {
  if (isForeign(ctx, allowedOrigin)) {
    throw new HttpError('ForeignOrigin', 'Changes can only be made from the site itself');
  }
};

export const sameOriginOnly =
  (allowedOrigin: string | undefined): Middleware =>
  async (ctx, next) => {
    if (!SAFE_METHODS.has(ctx.method)) checkOrigin(ctx, allowedOrigin);
    await next();
  };
