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

const ONE_YEAR_SECONDS = 31_536_000;

/** Lets caches keep a file whose URL has a version; an old URL, which shows the new one, expires. */
export const cacheVersion = (ctx: Context, isCurrent: boolean): void => {
  const caching = isCurrent ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache';
  ctx.set('Cache-Control', caching);
};

/**
 * Browsers revalidate every time. Shared caches keep the response for seconds, serve it a little
 * longer while they revalidate, and for a day while the server fails.
 */
const SHARED_CACHES =
  'public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400';

/** Lets shared caches keep the response, which must be the same for all clients. */
export const allowSharedCaches = (ctx: Context): void => {
  ctx.set('Cache-Control', SHARED_CACHES);
};
