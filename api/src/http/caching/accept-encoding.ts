import type { Middleware } from 'koa';

/**
 * Whoever refuses every encoding, even none at all, gets what he would have got had he not said so;
 * koa-compress fails on that.
 */
export const tolerateUnacceptableEncoding = (): Middleware => async (ctx, next) => {
  if (!ctx.acceptsEncodings('br', 'gzip', 'deflate', 'identity')) {
    delete ctx.req.headers['accept-encoding'];
  }
  await next();
};
