import type { Context, Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** In the response and in the log, so that one leads to the other. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** What a proxy may have named the request; anything else could forge lines of a log. */
const FOREIGN_ID = /^[\w.:/+=@-]{1,128}$/;

const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers[REQUEST_ID_HEADER.toLowerCase()];
  return typeof sent === 'string' && FOREIGN_ID.test(sent) ? sent : randomUUID();
};

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/**
 * Logs the request once its response is sent: method, path, status and milliseconds; no query, header
 * or body. Gives the id by which it is logged: the one it came with, else a new one.
 */
export const logRequest = (
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
): string => {
  const requestId = requestIdOf(request);
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

/** Logs an error with the request that it made fail. */
export const logFailure = (log: Logger, error: unknown, ctx?: Context): void => {
  const request = ctx && {
    requestId: ctx.response.get(REQUEST_ID_HEADER),
    method: ctx.method,
    path: ctx.path,
  };
  log.error({ err: error, ...request }, 'request failed');
};

/** Logs every request. */
export const logRequests =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    ctx.set(REQUEST_ID_HEADER, logRequest(log, ctx.req, ctx.res));
    await next();
  };
