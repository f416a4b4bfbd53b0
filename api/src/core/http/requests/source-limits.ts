import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { sourceOf } from '../../auth/login-throttle.ts';
import { createReadLimit, type ReadLimit } from '../../git-store/read-limit.ts';
import type { Waiter } from '../../limit.ts';
import { disconnectSignal } from './revision.ts';

/** A quarter of the hourly limit for all sources together. */
const PER_HOUR = 250;
const SOURCES_MAX = 10_000;

/** Returns a function that returns the limit on remote reads for the source of a request. */
export const createSourceLimits = (perHour = PER_HOUR) => {
  // With `max`, lru-cache would allocate the memory of all entries at once.
  const limits = new LRUCache<string, ReadLimit>({
    maxSize: SOURCES_MAX,
    sizeCalculation: () => 1,
  });
  return (ctx: Context): ReadLimit => {
    const source = sourceOf(ctx.ip);
    const limit = limits.get(source) ?? createReadLimit(perHour);
    limits.set(source, limit);
    return limit;
  };
};

/** Returns the client of a request as one who waits for work. */
export const waiterOf = (ctx: Context): Waiter => ({
  source: sourceOf(ctx.ip),
  signal: disconnectSignal(ctx),
});
