import type { Context, Middleware } from 'koa';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createMemo } from '../../memo.ts';
import { cacheableResponse } from './cacheable-response.ts';

type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Near the best that can be had while the first to ask waits for it. */
const BROTLI_QUALITY = 5;

const ENCODE: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => gzipped(body),
};

/** A shorter body fits into one packet anyway. */
const MIN_BYTES = 1024;

const encodingFor = (ctx: Context): Encoding | undefined => {
  if (ctx.acceptsEncodings('br')) return 'br';
  return ctx.acceptsEncodings('gzip') ? 'gzip' : undefined;
};

/** Each encoding has other bytes, so it has another tag too. */
const tagOf = (etag: string, encoding: Encoding): string => etag.replace(/"$/, `-${encoding}"`);

/** Compresses a kept answer once, rather than for everybody who asks for it. */
export const encodeOnce = (): Middleware => {
  const encoded = createMemo<Buffer>();

  return async (ctx, next) => {
    await next();
    const kept = cacheableResponse(ctx);
    const encoding = encodingFor(ctx);
    if (!kept || !encoding || kept.body.byteLength < MIN_BYTES) return;
    ctx.set('Content-Encoding', encoding);
    ctx.set('ETag', tagOf(ctx.response.get('ETag'), encoding));
    ctx.body = await encoded(kept.body, encoding, () => ENCODE[encoding](kept.body));
  };
};
