import type { Context } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';

/** Who asks: the administrator sees everything, a visitor what the site shows. */
export type Audience = 'administrator' | 'visitor';

/**
 * Who asks; the answer says that it differs by that, and must be checked before it is used again.
 * The administrator's is for his browser alone, also where a shared cache goes by no cookie.
 */
export const audienceOf = (ctx: Context, sessions: Sessions): Audience => {
  const audience = sessions.isSignedIn(ctx) ? 'administrator' : 'visitor';
  ctx.vary('Cookie');
  ctx.set('Cache-Control', audience === 'visitor' ? 'no-cache' : 'private, no-cache');
  return audience;
};
