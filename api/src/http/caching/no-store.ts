import type { Context, Middleware } from 'koa';

/** Excludes the responses from all caches, even the browser's. */
export const noStore: Middleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  await next();
};

/** Excludes the response from caches and search engines: it may contain deleted content. */
export const keepOutOfCaches = (ctx: Context): void => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Robots-Tag', 'noindex, nofollow');
  // The URL is a secret, so don't send it as the referrer.
  ctx.set('Referrer-Policy', 'no-referrer');
};
