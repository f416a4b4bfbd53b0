import type { Context } from 'koa';

/** Excludes the response from caches and search engines: it may contain deleted content. */
export const keepOutOfCaches = (ctx: Context): void => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Robots-Tag', 'noindex, nofollow');
  // The URL is a secret, so don't send it as the referrer.
  ctx.set('Referrer-Policy', 'no-referrer');
};

const ONE_DAY_SECONDS = 86_400;
const ONE_YEAR_SECONDS = 365 * ONE_DAY_SECONDS;

/**
 * Lets caches keep a file whose URL has a version, shared ones for a day, so that they drop a deleted
 * one after that; an old URL, which shows the new one, expires. `until` is when the URL or its post
 * ceases to be valid, in milliseconds.
 */
export const cacheVersion = (ctx: Context, isCurrent: boolean, until = Infinity): void => {
  const left = Math.max(0, Math.floor((until - Date.now()) / 1000));
  const seconds = Math.min(ONE_YEAR_SECONDS, left);
  const shared = Math.min(seconds, ONE_DAY_SECONDS);
  const caching = `public, max-age=${seconds}, s-maxage=${shared}, immutable`;
  ctx.set('Cache-Control', isCurrent ? caching : 'no-cache');
};

/**
 * Shared caches keep a response for 30 s, serve it for a minute while they revalidate, and for ten
 * while the server fails. These times must not depend on what is planned, since all can read them.
 */
const SHARED = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=600';

/** For a response that is the same for all clients; browsers revalidate it every time. */
export const allowSharedCaches = (ctx: Context): void => {
  ctx.set('Cache-Control', SHARED);
};
