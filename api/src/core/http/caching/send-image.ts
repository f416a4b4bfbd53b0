import type { Context } from 'koa';
import parseRange from 'range-parser';
import { sniffType } from '../../photos/image-types.ts';
import { HttpError } from '../errors/http-errors.ts';
import { IMAGE_CSP } from '../requests/security-headers.ts';

/** Returns the requested range, with its last byte; undefined means the whole file. */
const requestedPart = (ctx: Context, size: number) => {
  const condition = ctx.get('If-Range');
  if (ctx.method !== 'GET' || (condition !== '' && condition !== ctx.response.etag)) {
    return undefined;
  }
  const ranges = parseRange(size, ctx.get('Range'));
  if (ranges === -1) {
    ctx.set('Content-Range', `bytes */${size}`);
    throw new HttpError('RangeNotSatisfiable', `The file has ${size} bytes`);
  }
  // Multiple ranges in one response are not supported, since images don't need them.
  const isOnePart = ranges !== -2 && ranges.type === 'bytes' && ranges.length === 1;
  return isOnePart ? ranges[0] : undefined;
};

/** Sends the bytes or a range of them. Needs the entity tag. Throws `RangeNotSatisfiable`. */
const sendBytes = (ctx: Context, bytes: Uint8Array, type: string): void => {
  const size = bytes.byteLength;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, size);
  // SVG is sent compressed, so ranges of the file don't apply.
  const supportsRanges = type !== 'image/svg+xml';
  const part = supportsRanges ? requestedPart(ctx, size) : undefined;
  ctx.set('Accept-Ranges', supportsRanges ? 'bytes' : 'none');
  ctx.type = type;
  ctx.body = part ? body.subarray(part.start, part.end + 1) : body;
  if (!part) return;
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
};

/** Sends an image or a video, or any other file as a download; `read` is not called for a fresh copy. */
export const sendImage = async (
  ctx: Context,
  entityTag: string,
  read: () => Promise<Uint8Array | undefined>,
): Promise<void> => {
  ctx.status = 200;
  ctx.etag = entityTag;
  ctx.set('Content-Security-Policy', IMAGE_CSP);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const bytes = (await read()) ?? new Uint8Array();
  const type = sniffType(bytes);
  if (type === undefined) ctx.set('Content-Disposition', 'attachment');
  sendBytes(ctx, bytes, type ?? 'application/octet-stream');
};
