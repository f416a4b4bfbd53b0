import koaEtag from '@koa/etag';
import type { Context, Middleware } from 'koa';
import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import type { InlineSources } from '../requests/security-headers.ts';

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

/**
 * Browsers revalidate every time. Shared caches keep the response for seconds, serve it a little
 * longer while they revalidate, and for a day while the server fails.
 */
const SHARED_CACHES =
  'public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400';

const tagOf = (hash: Hash): string => `"${hash.digest('base64url').slice(0, ETAG_LENGTH)}"`;

/** Encodes a body and computes its entity tag, which is most of the work of sending it. */
export const prepareResponse = (type: string, text: string, status = 200): PreparedResponse => {
  const body = Buffer.from(text);
  return { status, type, body, etag: tagOf(createHash('sha256').update(body)) };
};

/**
 * Like `prepareResponse`, for a text that is generated in slices. Yields to other requests between
 * them, and generates no more once the signal is aborted.
 */
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

/**
 * Sends a response that depends only on the snapshot and the audience. The response cache may keep
 * it until the content changes.
 */
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

/** Lets shared caches keep the response, which must be the same for all clients. */
export const allowSharedCaches = (ctx: Context): void => {
  ctx.set('Cache-Control', SHARED_CACHES);
};

interface CacheableResponse {
  readonly snapshot: ContentSnapshot;
  /** The same buffer object for each use of the same response. */
  readonly body: Buffer;
}

/**
 * Returns the prepared response that is about to be sent; undefined for other responses and errors.
 */
export const cacheableResponse = (ctx: Context): CacheableResponse | undefined => {
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
