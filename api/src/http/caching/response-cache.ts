import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { ContentReader } from '../../content/reading/reader.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import { cacheableResponse } from './cacheable-response.ts';
import { logRequest, REQUEST_ID_HEADER } from '../requests/request-log.ts';

/**
 * Gives visitors what was answered before for the same content, without asking the application:
 * its way through sessions, routes and headers takes three times as long as sending the bytes.
 */
export interface ResponseCache {
  /** Remembers kept answers on their way out; goes around all that changes them. */
  remember(): Middleware;
  /** Answers from memory what it can, and leaves the rest to `handle`. */
  before(handle: RequestListener): RequestListener;
}

interface Options {
  readonly reader: Pick<ContentReader, 'known'>;
  readonly log: Logger;
  readonly maxBytes: number;
}

interface WarmAnswer {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** An answer may also change with the time of day, such as the year of a page. */
const MAX_AGE_MS = 60_000;
/** With these, a request may be answered in another way. */
const TELLING_HEADERS = ['cookie', 'if-none-match', 'if-modified-since', 'range', 'authorization'];

const isPlainRead = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && TELLING_HEADERS.every((name) => headers[name] === undefined);

const keyOf = ({ revision }: ContentSnapshot, { url = '', headers }: IncomingMessage): string =>
  `${revision} ${url} ${headers['accept-encoding'] ?? ''}`;

export const createResponseCache = ({ reader, log, maxBytes }: Options): ResponseCache => {
  const answers = new LRUCache<string, WarmAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ headers, body }) => body.byteLength + 2 * headers.join('').length + 1000,
    ttl: MAX_AGE_MS,
  });

  return {
    remember: () => async (ctx, next) => {
      await next();
      const kept = cacheableResponse(ctx);
      if (!kept || !isPlainRead(ctx.req)) return;
      const { [REQUEST_ID_HEADER.toLowerCase()]: _, ...headers } = ctx.response.headers;
      // A cookie is for one visitor only.
      if (headers['set-cookie']) return;
      const flat = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
      answers.set(keyOf(kept.snapshot, ctx.req), { headers: flat, body: kept.body });
    },
    before: (handle) => (request, response) => {
      const snapshot = isPlainRead(request) ? reader.known() : undefined;
      const answer = snapshot && answers.get(keyOf(snapshot, request));
      if (!answer) {
        handle(request, response);
        return;
      }
      const requestId = logRequest(log, request, response);
      response.writeHead(200, [...answer.headers, REQUEST_ID_HEADER, requestId]);
      response.end(answer.body);
    },
  };
};
