import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** Logs each request by method, path, status and milliseconds; no query, header or body. */
export const logRequests =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    const requestId = randomUUID();
    const start = performance.now();
    ctx.set('X-Request-Id', requestId);
    ctx.res.once('close', () => {
      const { method, path, status } = ctx;
      const ms = Math.round(performance.now() - start);
      log.info({ requestId, method, path, status, ms }, 'request');
    });
    await next();
  };
