import type { Middleware } from 'koa';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metrics } from '../../metrics.ts';
import { HttpError } from '../errors/http-errors.ts';

interface Options {
  readonly metrics: Metrics;
  /** The bearer token that requests must send. */
  readonly token: string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `GET /metrics`, which requires the token; a 404 without options */
export const metrics =
  (options?: Options): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== '/metrics') {
      await next();
      return;
    }
    if (!options) throw new HttpError('NoSuchRoute', 'Not found');
    ctx.set('Cache-Control', 'no-store');
    if (!timingSafeEqual(digest(ctx.get('Authorization')), digest(`Bearer ${options.token}`))) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new HttpError('NotAuthenticated', 'Send the token as Authorization: Bearer');
    }
    ctx.type = options.metrics.contentType;
    ctx.body = await options.metrics.text();
  };
