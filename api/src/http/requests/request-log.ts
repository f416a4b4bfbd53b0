import type { Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** In the response and in the log, so that one leads to the other. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/**
 * Logs the request once its response is sent: method, path, status and milliseconds; no query, header
 * or body. Gives the id by which it is logged.
 */
export const logRequest = (
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
): string => {
  const requestId = randomUUID();
  const start = performance.now();
  response.once('close', () => {
    const { method } = request;
    const ms = Math.round(performance.now() - start);
    log.info(
      { requestId, method, path: pathOf(request), status: response.statusCode, ms },
      'request',
    );
  });
  return requestId;
};

/** Logs every request. */
export const logRequests =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    ctx.set(REQUEST_ID_HEADER, logRequest(log, ctx.req, ctx.res));
    await next();
  };
