import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { ContentReader } from '../../content/reading/reader.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import { cacheableResponse } from './prepared-response.ts';
import { logRequest, REQUEST_ID_HEADER } from '../requests/request-log.ts';

interface Options {
  readonly reader: Pick<ContentReader, 'known'>;
  readonly log: Logger;
  readonly maxBytes: number;
}

interface KeptResponse {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** A response may also change with the time of day, such as the year of a page. */
const MAX_AGE_MS = 60_000;
/** With these, a request may have another response. */
const VARYING_HEADERS = ['cookie', 'if-none-match', 'if-modified-since', 'range', 'authorization'];

const isPlainRead = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && VARYING_HEADERS.every((name) => headers[name] === undefined);

const keyOf = ({ revision }: ContentSnapshot, { url = '', headers }: IncomingMessage): string =>
  `${revision} ${url} ${headers['accept-encoding'] ?? ''}`;

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Gives visitors what was sent before for the same content, in front of the application: the way
 * through its sessions, routes and headers takes three times as long as sending the bytes.
 */
export const createResponseCache = ({ reader, log, maxBytes }: Options) => {
  const kept = new LRUCache<string, KeptResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ headers, body }) => body.byteLength + 2 * headers.join('').length + 1000,
    ttl: MAX_AGE_MS,
  });

  return {
    /** Keeps prepared responses on their way out; goes around all that changes them. */
    remember: (): Middleware => async (ctx, next) => {
      await next();
      const prepared = cacheableResponse(ctx);
      if (!prepared || !isPlainRead(ctx.req)) return;
      const { [REQUEST_ID_HEADER.toLowerCase()]: _, ...headers } = ctx.response.headers;
      // A cookie is for one visitor only.
      if (headers['set-cookie']) return;
      const flat = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
      kept.set(keyOf(prepared.snapshot, ctx.req), { headers: flat, body: prepared.body });
    },

    /** Responds from memory where it can, and leaves other requests to `handle`. */
    inFrontOf:
      (handle: RequestListener): RequestListener =>
      (request, response) => {
        const snapshot = isPlainRead(request) ? reader.known() : undefined;
        const known = snapshot && kept.get(keyOf(snapshot, request));
        if (!known) {
          handle(request, response);
          return;
        }
        const requestId = logRequest(log, request, response);
        response.writeHead(200, [...known.headers, REQUEST_ID_HEADER, requestId]);
        response.end(known.body);
      },
  };
};
