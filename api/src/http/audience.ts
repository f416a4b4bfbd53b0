import type { Context } from 'koa';
import type { Sessions } from '../auth/sessions.ts';

/** Who asks: the administrator sees everything, a visitor what the site shows. */
export type Audience = 'administrator' | 'visitor';

/**
 * Who asks; the answer says that it differs by that, and must be checked before it is used again.
 */
export const audienceOf = (ctx: Context, sessions: Sessions): Audience => {
  ctx.vary('Cookie');
  ctx.set('Cache-Control', 'no-cache');
  return sessions.isSignedIn(ctx) ? 'administrator' : 'visitor';
};
