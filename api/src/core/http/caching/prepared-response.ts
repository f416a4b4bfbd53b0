import koaEtag from '@koa/etag';
import type { Context, Middleware } from 'koa';
import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createCache, type CacheRegistry } from '../../cache.ts';
import type { ContentSnapshot } from '../../reading/snapshot.ts';
import type { PhotoFacts } from '../../photos/photo-facts.ts';
import type { InlineSources } from '../requests/security-headers.ts';
import { memoizeByIdentity } from '../../memo.ts';

/** A response that is rendered once and sent for every equal request. */
export interface PreparedResponse {
  readonly status: number;
  /** A media type, or a file extension for one. */
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  /** The inline scripts and styles of a page, which its policy must allow. */
  readonly inline?: InlineSources;
}

/** Characters of the digest: 162 bits. */
const ETAG_LENGTH = 27;

const SNAPSHOT = 'the snapshot of a prepared response';

const tagOf = (hash: Hash): string => `"${hash.digest('base64url').slice(0, ETAG_LENGTH)}"`;

/** Encodes a body and computes its entity tag, which is most of the work of sending it. */
export const prepareResponse = (type: string, text: string, status = 200): PreparedResponse => {
  const body = Buffer.from(text);
  return { status, type, body, etag: tagOf(createHash('sha256').update(body)) };
};

/** For a text in slices: yields to other requests between them; stops when the signal aborts. */
export const prepareInSlices = async (
  type: string,
  slices: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<PreparedResponse> => {
  const hash = createHash('sha256');
  const parts: Buffer[] = [];
  for await (const slice of slices) {
    const part = Buffer.from(slice);
    hash.update(part);
    parts.push(part);
    await nextTurn();
    signal.throwIfAborted();
  }
  return { status: 200, type, body: Buffer.concat(parts), etag: tagOf(hash) };
};

/** A response without the data that the store failed to return is made again after this time. */
const FAILED_MS = 1_000;

/** Returns a key of the commit, the posts that are public, and the photo sizes that were measured. */
export const contentKey = (
  { revision, asOf }: ContentSnapshot,
  { version }: Pick<PhotoFacts, 'version'>,
): string => `${revision} ${asOf} ${version()}`;

/** Caches responses that depend only on a snapshot and the facts of its photos. */
export const createPreparedCache = (caches: CacheRegistry, photoFacts: PhotoFacts) => {
  const cache = createCache<PreparedResponse>(caches, {
    name: 'pages',
    share: 1 / 8,
    // The compressed body is kept as well.
    sizeOf: ({ body }) => 2 * body.byteLength + 200,
    ttlMsOf: ({ status }) => (status >= 500 ? FAILED_MS : undefined),
  });
  return (
    snapshot: ContentSnapshot,
    key: string,
    make: (signal: AbortSignal) => Promise<PreparedResponse>,
    left?: AbortSignal,
  ): Promise<PreparedResponse> =>
    cache.load(`${contentKey(snapshot, photoFacts)} ${key}`, make, left);
};

/** Sends a response that the response cache may keep until the snapshot changes. */
export const sendPrepared = (
  ctx: Context,
  snapshot: ContentSnapshot,
  { status, type, body, etag }: PreparedResponse,
): void => {
  ctx.state[SNAPSHOT] = snapshot;
  ctx.status = status;
  ctx.type = type;
  ctx.etag = etag;
  ctx.body = body;
};

/** The prepared response to be sent, with the same buffer each time; undefined for any other. */
export const cacheableResponse = (ctx: Context) => {
  const snapshot = ctx.state[SNAPSHOT] as ContentSnapshot | undefined;
  const body: unknown = ctx.body;
  if (!snapshot || ctx.status !== 200 || !Buffer.isBuffer(body)) return undefined;
  return { snapshot, body };
};

/** Sets the entity tag of all other responses to reads. */
export const entityTag = (): Middleware => {
  const tag = koaEtag();
  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    await (isRead ? tag(ctx, next) : next());
  };
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Close to the best compression that is fast enough to run during a request. */
const BROTLI_QUALITY = 5;

/** A shorter body fits into one packet even uncompressed. */
const MIN_BYTES = 1024;

/** Compresses each prepared response once per encoding instead of once per request. */
export const encodeOnce = (): Middleware => {
  const encode = {
    br: memoizeByIdentity((body: Buffer) =>
      brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    ),
    gzip: memoizeByIdentity((body: Buffer) => gzipped(body)),
  };
  return async (ctx, next) => {
    await next();
    const prepared = cacheableResponse(ctx);
    const encoding = (['br', 'gzip'] as const).find((each) => ctx.acceptsEncodings(each));
    if (!prepared || !encoding || prepared.body.byteLength < MIN_BYTES) return;
    ctx.set('Content-Encoding', encoding);
    // Each encoding has different bytes, so it needs a different tag.
    ctx.set('ETag', ctx.response.get('ETag').replace(/"$/, `-${encoding}"`));
    ctx.body = await encode[encoding](prepared.body);
  };
};

/** koa-compress throws on `Accept-Encoding: identity;q=0`; ignore such a header. */
export const tolerateUnacceptableEncoding = (): Middleware => async (ctx, next) => {
  if (!ctx.acceptsEncodings('br', 'gzip', 'deflate', 'identity')) {
    delete ctx.req.headers['accept-encoding'];
  }
  await next();
};
