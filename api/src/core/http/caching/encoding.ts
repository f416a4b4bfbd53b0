import type { Context, Middleware } from 'koa';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { memoizeByIdentity } from '../../memo.ts';
import { cacheableResponse } from './prepared-response.ts';

type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Close to the best compression that is fast enough to run during a request. */
const BROTLI_QUALITY = 5;

const createEncoders = (): Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> => ({
  br: memoizeByIdentity((body: Buffer) =>
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ),
  gzip: memoizeByIdentity((body: Buffer) => gzipped(body)),
});

/** A shorter body fits into one packet even uncompressed. */
const MIN_BYTES = 1024;

const encodingFor = (ctx: Context): Encoding | undefined => {
  if (ctx.acceptsEncodings('br')) return 'br';
  return ctx.acceptsEncodings('gzip') ? 'gzip' : undefined;
};

/** Each encoding has different bytes, so it needs a different tag. */
const tagOf = (etag: string, encoding: Encoding): string => etag.replace(/"$/, `-${encoding}"`);

/** Compresses each prepared response once per encoding instead of once per request. */
export const encodeOnce = (): Middleware => {
  const encode = createEncoders();

  return async (ctx, next) => {
    await next();
    const prepared = cacheableResponse(ctx);
    const encoding = encodingFor(ctx);
    if (!prepared || !encoding || prepared.body.byteLength < MIN_BYTES) return;
    ctx.set('Content-Encoding', encoding);
    ctx.set('ETag', tagOf(ctx.response.get('ETag'), encoding));
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
