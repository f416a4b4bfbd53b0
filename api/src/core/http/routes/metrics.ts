import type { Middleware } from 'koa';
import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpError } from '../errors/http-errors.ts';
import type { RouteDeps } from '../deps.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `GET /metrics`, which requires the token; a 404 without metrics */
export const metricsRoute =
  ({ metrics }: RouteDeps): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== '/metrics') {
      await next();
      return;
    }
    if (!metrics) throw new HttpError('NoSuchRoute', 'Not found');
    ctx.set('Cache-Control', 'no-store');
    if (!timingSafeEqual(digest(ctx.get('Authorization')), digest(`Bearer ${metrics.token}`))) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new HttpError('NotAuthenticated', 'Send the token as Authorization: Bearer');
    }
    ctx.type = metrics.contentType;
    ctx.body = await metrics.text();
  };
