import type { Middleware } from 'koa';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { createCache, type CacheRegistry } from '../../cache.ts';
import type { ContentReader } from '../../reading/reader.ts';
import type { PhotoFacts } from '../../photos/photo-facts.ts';
import { cacheableResponse, contentKey } from './prepared-response.ts';
import { logRequest, REQUEST_ID_HEADER } from '../requests/request-log.ts';
import { SAVED_COOKIE } from '../requests/revision.ts';

interface Options {
  readonly reader: Pick<ContentReader, 'cached'>;
  readonly photoFacts: Pick<PhotoFacts, 'version'>;
  readonly log: Logger;
  readonly caches: CacheRegistry;
}

interface CachedResponse {
  /** The `contentKey`; as a part of the key it would be hashed for each request. */
  readonly content: string;
  readonly etag: string;
  /** Names and values, alternating. */
  readonly headers: string[];
  readonly unchangedHeaders: string[];
  readonly body: Buffer;
  /** Whether it is only for clients that send no cookies. */
  readonly variesByCookie: boolean;
}

/** Only a client with the cookie of a save must see its save on every instance. */
const isPlainRead = ({ method, headers }: IncomingMessage): boolean => {
  const { range, 'if-modified-since': date, cookie } = headers;
  const isRead = method === 'GET' && range === undefined && date === undefined;
  return isRead && !cookie?.includes(SAVED_COOKIE);
};

const isIdentified = ({ headers: { cookie, authorization } }: IncomingMessage): boolean =>
  cookie !== undefined || authorization !== undefined;

/** The parameters that campaigns and networks add to links; no response depends on them. */
const CAMPAIGN_PARAMETER = /^(?:utm_\w+|[a-z]*clid|mc_[ce]id|igshid)(?:=|$)/;

const withoutCampaign = (url: string): string => {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const parameters = url
    .slice(start + 1)
    .split('&')
    .filter((each) => !CAMPAIGN_PARAMETER.test(each));
  return url.slice(0, start) + (parameters.length > 0 ? `?${parameters.join('&')}` : '');
};

const keyOf = ({ url = '', headers }: IncomingMessage): string =>
  `${url} ${headers['accept-encoding'] ?? ''}`;

/** The headers of a 304; the client has the others: https://www.rfc-editor.org/rfc/rfc9110#name-304-not-modified */
const UNCHANGED_HEADERS = new Set(['cache-control', 'etag', 'vary']);

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Serves visitors earlier responses for the same content in front of the application, whose
 * sessions, routes and headers take three times as long as sending the bytes.
 */
export const createResponseCache = ({ reader, photoFacts, log, caches }: Options) => {
  const cache = createCache<CachedResponse>(caches, {
    name: 'responses',
    share: 1 / 8,
    sizeOf: ({ headers, body }) => body.byteLength + 2 * headers.join('').length + 1000,
    // A response may also depend on the time, e.g. the year in a page.
    ttlMsOf: () => 60_000,
  });

  /** The cached response, if it shows the current content. */
  const find = (request: IncomingMessage): CachedResponse | undefined => {
    const snapshot = isPlainRead(request) ? reader.cached() : undefined;
    const entry = snapshot && cache.get(keyOf(request));
    if (!entry || (entry.variesByCookie && isIdentified(request))) return undefined;
    return entry.content === contentKey(snapshot, photoFacts) ? entry : undefined;
  };

  return {
    /** A middleware that caches prepared responses; must wrap all middleware that changes them. */
    remember: (): Middleware => async (ctx, next) => {
      await next();
      const prepared = cacheableResponse(ctx);
      if (!prepared || !isPlainRead(ctx.req)) return;
      const { [REQUEST_ID_HEADER.toLowerCase()]: _, ...headers } = ctx.response.headers;
      // A cookie is for a single client.
      if (headers['set-cookie']) return;
      const variesByCookie = /\bcookie\b/i.test(ctx.response.get('Vary'));
      if (variesByCookie && isIdentified(ctx.req)) return;
      const flat = (entries: readonly [string, unknown][]) =>
        entries.flatMap(([name, value]) => [name, String(value)]);
      const entries = Object.entries(headers);
      cache.set(keyOf(ctx.req), {
        content: contentKey(prepared.snapshot, photoFacts),
        etag: String(headers['etag']),
        headers: flat(entries),
        unchangedHeaders: flat(entries.filter(([name]) => UNCHANGED_HEADERS.has(name))),
        body: prepared.body,
        variesByCookie,
      });
    },

    /** Responds from the cache if possible, and passes other requests to `handle`. */
    inFrontOf:
      (handle: RequestListener): RequestListener =>
      (request, response) => {
        // The application gets the address of the key, so that it can't read it in another way.
        request.url = withoutCampaign(request.url ?? '');
        const cached = find(request);
        const { 'if-none-match': etags, 'cache-control': requested = '' } = request.headers;
        const isUnchanged = etags === cached?.etag;
        // Lists of tags, and reloads with no-cache, are left to the application.
        const isUnconditional =
          etags === undefined || (isUnchanged && !requested.includes('no-cache'));
        if (!cached || !isUnconditional) {
          handle(request, response);
          return;
        }
        let headers = isUnchanged ? cached.unchangedHeaders : cached.headers;
        // The id tells a response from a copy of it that a CDN keeps; a 304 has it for the log only.
        if (!isUnchanged || log.isLevelEnabled('debug'))
          headers = [...headers, REQUEST_ID_HEADER, logRequest(log, request, response)];
        response.writeHead(isUnchanged ? 304 : 200, headers);
        response.end(isUnchanged ? undefined : cached.body);
      },
  };
};
