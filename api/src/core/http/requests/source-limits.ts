import type { Context } from 'koa';
import { sourceOf } from '../../auth/login-throttle.ts';
import { createReadLimits, type ReadLimit } from '../../git-store/read-limit.ts';
import type { Waiter } from '../../limit.ts';
import { disconnectSignal } from './revision.ts';

/** A quarter of the hourly limit for all sources together. */
const PER_HOUR = 250;

/** Returns a function that returns the limit on remote reads for the source of a request. */
export const createSourceLimits = (perHour = PER_HOUR) => {
  const limitOf = createReadLimits(perHour);
  return (ctx: Context): ReadLimit => limitOf(sourceOf(ctx.ip));
};

/** Returns the client of a request as one who waits for work. */
export const waiterOf = (ctx: Context): Waiter => ({
  source: sourceOf(ctx.ip),
  signal: disconnectSignal(ctx),
});
