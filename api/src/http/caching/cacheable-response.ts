import type { Context } from 'koa';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';

/** An answer that is given again, as it is, for as long as the content is the same. */
export interface CacheableResponse {
  readonly snapshot: ContentSnapshot;
  /** The same buffer each time. */
  readonly body: Buffer;
}

const SNAPSHOT = 'snapshot of the kept answer';

/**
 * Says that this very answer is given to all who ask the same, as long as the content is what it
 * is; only who is signed in may get another. Its body is one buffer each time.
 */
export const markCacheable = (ctx: Context, snapshot: ContentSnapshot): void => {
  ctx.state[SNAPSHOT] = snapshot;
};

/** Undefined when the answer was made for this request. */
export const cacheableResponse = (ctx: Context): CacheableResponse | undefined => {
  const snapshot = ctx.state[SNAPSHOT] as ContentSnapshot | undefined;
  const body: unknown = ctx.body;
  return snapshot && ctx.status === 200 && Buffer.isBuffer(body) ? { snapshot, body } : undefined;
};
