import type { Context } from 'koa';
import { BodyTooLarge } from '../errors/http-errors.ts';

const MEGABYTE = 1024 * 1024;

/** The request's raw body as UTF-8 text. Throws `BodyTooLarge` above `maxBytes`. */
export const readText = async (ctx: Context, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new BodyTooLarge(`The request is larger than ${maxBytes / MEGABYTE} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
