import etag from '@koa/etag';
import type { Middleware } from 'koa';

/** Tags the answers to reads, which alone may be asked for again. */
export const entityTag = (): Middleware => {
  const tag = etag();
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    await (isRead ? tag(ctx, next) : next());
  };
};
