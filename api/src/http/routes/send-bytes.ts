import type { Context } from 'koa';
import parseRange from 'range-parser';
import { RangeNotSatisfiable } from '../errors/http-errors.ts';

interface Part {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

/** What is compressed on its way has other bytes than the file, so parts of it fit nothing. */
const COMPRESSED_ON_THE_WAY = 'image/svg+xml';

/** The one part that was asked for; undefined stands for the whole. */
const requestedPart = (ctx: Context, size: number): Part | undefined => {
  const condition = ctx.get('If-Range');
  if (ctx.method !== 'GET' || (condition !== '' && condition !== ctx.response.etag)) {
    return undefined;
  }
  const ranges = parseRange(size, ctx.get('Range'));
  if (ranges === -1) {
    ctx.set('Content-Range', `bytes */${size}`);
    throw new RangeNotSatisfiable(`The file has ${size} bytes`);
  }
  // Several parts in one answer are of no use for images.
  const isOnePart = ranges !== -2 && ranges.type === 'bytes' && ranges.length === 1;
  return isOnePart ? ranges[0] : undefined;
};

/**
 * Answers with the bytes, or with the part of them that was asked for. The entity tag must be set
 * before. Throws `RangeNotSatisfiable`.
 */
export const sendBytes = (ctx: Context, bytes: Uint8Array, type: string): void => {
  const size = bytes.byteLength;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, size);
  const inParts = type !== COMPRESSED_ON_THE_WAY;
  const part = inParts ? requestedPart(ctx, size) : undefined;
  ctx.set('Accept-Ranges', inParts ? 'bytes' : 'none');
  ctx.type = type;
  ctx.body = part ? body.subarray(part.start, part.end + 1) : body;
  if (!part) return;
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
};
