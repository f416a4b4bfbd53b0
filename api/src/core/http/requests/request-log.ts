import type { Context, Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** Sent in the response and logged, so that the log entry of a response can be found. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The accepted format of a request id from a proxy; other characters could forge log lines. */
const FOREIGN_ID = /^[\w.:/+=@-]{1,128}$/;

const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers[REQUEST_ID_HEADER.toLowerCase()];
  return typeof sent === 'string' && FOREIGN_ID.test(sent) ? sent : randomUUID();
};

/** The token of a preview link, with which anyone may see the page. */
const TOKEN = /(\/preview\/+)[^/]+/i;

const withoutToken = (path: string): string => path.replace(TOKEN, '$1…');

const pathOf = ({ url = '' }: IncomingMessage): string => withoutToken(url.split('?', 1)[0] ?? '');

/** A read that succeeded. Each page makes several; at `info` they would bury what matters. */
const isRoutine = (method: string | undefined, status: number): boolean =>
  (method === 'GET' || method === 'HEAD') && status < 400;

/**
 * Logs the request once its response is sent, without query, headers and body: a read that succeeds
 * at `debug`, any other at `info`. Returns its id: the one from the proxy, else a new one.
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
    const status = response.statusCode;
    const ms = Math.round(performance.now() - start);
    const level = isRoutine(method, status) ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    log[level]({ requestId, method, path: pathOf(request), status, ms }, 'request');
  });
  return requestId;
};

/** Whether the client disconnected during a streamed response, or work for it was aborted. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') ||
    isCutOff(error.cause));

export const logFailure = (log: Logger, error: unknown, ctx?: Context): void => {
  if (isCutOff(error) || (ctx && error === ctx.req.socket.errored)) return;
  const request = ctx && {
    requestId: ctx.response.get(REQUEST_ID_HEADER),
    method: ctx.method,
    path: withoutToken(ctx.path),
  };
  log.error({ err: error, ...request }, 'request failed');
};

export const logRequests =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    ctx.set(REQUEST_ID_HEADER, logRequest(log, ctx.req, ctx.res));
    await next();
  };
