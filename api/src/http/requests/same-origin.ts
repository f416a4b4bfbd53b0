import type { Context, Middleware } from 'koa';
import { ForeignOrigin } from '../errors/http-errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser says where a request comes from in `Sec-Fetch-Site`, an older one in `Origin`. A
 * program sends neither, and carries no one's cookies.
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
