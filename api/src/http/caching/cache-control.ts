import type { Context } from 'koa';
import { nextMoment } from '../../content/reading/publication.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';

/** Excludes the response from caches and search engines: it may contain deleted content. */
export const keepOutOfCaches = (ctx: Context): void => {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Robots-Tag', 'noindex, nofollow');
  // The URL is a secret, so don't send it as the referrer.
  ctx.set('Referrer-Policy', 'no-referrer');
};

const DAY_SECONDS = 86_400;
const ONE_YEAR_SECONDS = 365 * DAY_SECONDS;

/**
 * Our own cache in front of the application drops a response at this age, and its headers with it:
 * they must be right until then.
 */
export const RESPONSE_MAX_AGE_MS = 60_000;

/** Returns the whole seconds for which visitors will see the same posts; or Infinity. */
const secondsLeft = (snapshot: ContentSnapshot): number =>
  Math.max(0, Math.floor((nextMoment(snapshot) - Date.now() - RESPONSE_MAX_AGE_MS) / 1000));

/**
 * Lets caches keep a file whose URL has a version; an old URL, which shows the new one, expires. A
 * file that shows a post is kept until the next moment at which one may cease to be public.
 */
export const cacheVersion = (ctx: Context, isCurrent: boolean, shown?: ContentSnapshot): void => {
  const seconds = Math.min(ONE_YEAR_SECONDS, shown ? secondsLeft(shown) : Infinity);
  const caching = isCurrent ? `public, max-age=${seconds}, immutable` : 'no-cache';
  ctx.set('Cache-Control', caching);
};

/** Shared caches keep a response for so long, and while they revalidate, and if the server fails. */
const SHARED_SECONDS = 30;
const REVALIDATING_SECONDS = 60;
const FAILING_SECONDS = DAY_SECONDS;

/**
 * Lets shared caches keep the response, which must be the same for all clients; browsers revalidate
 * it every time. No cache keeps it past the next moment at which a post becomes public or ceases to
 * be, not even while the server fails: the times to serve it stale begin when it is no longer fresh.
 */
export const allowSharedCaches = (ctx: Context, snapshot: ContentSnapshot): void => {
  const left = secondsLeft(snapshot);
  const fresh = Math.min(SHARED_SECONDS, left);
  const revalidating = Math.min(REVALIDATING_SECONDS, left - fresh);
  const failing = Math.min(FAILING_SECONDS, left - fresh);
  ctx.set(
    'Cache-Control',
    `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${revalidating}, stale-if-error=${failing}`,
  );
};
