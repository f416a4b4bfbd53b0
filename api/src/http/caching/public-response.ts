import type { Context } from 'koa';

/** An answer that is the same for everybody. */
export interface PublicResponse {
  readonly status: number;
  /** The media type. */
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * Browsers ask every time whether it is still the same; shared caches keep it for moments, hand it
 * out a little longer while they ask, and for a day while nobody can answer.
 */
const CACHE_CONTROL =
  'public, max-age=0, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400';

/** Sends an answer that shared caches may keep. */
export const sendPublicly = (ctx: Context, { status, type, body, etag }: PublicResponse): void => {
  ctx.status = status;
  ctx.type = type;
  ctx.etag = etag;
  ctx.set('Cache-Control', CACHE_CONTROL);
  ctx.body = body;
};
