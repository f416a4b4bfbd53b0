/** Parses long JSON lists entry by entry as they arrive, without blocking other requests. */
import { JSON_BODY_MAX_BYTES } from 'content-schema';
import type { Context, Middleware } from 'koa';
import { createHash } from 'node:crypto';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Duplex, Readable } from 'node:stream';
import { StoreUnavailable } from '../../git-store/errors.ts';
import { HttpError, MalformedBody, UnsupportedMediaType } from '../errors/http-errors.ts';
import { requireJson, setBodyDigest, tooLarge } from './parse-request.ts';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);

/**
 * Creates a parser that is fed the chunks of a list's text in order. Throws if it is not a list.
 */
const createListParser = (maxEntries: number) => {
  const entries: unknown[] = [];
  let parts: Uint8Array[] = [];
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let hasEnded = false;

  const endEntry = (rest: Uint8Array, isLast: boolean): void => {
    const text = Buffer.concat([...parts, rest]);
    parts = [];
    if (isLast && entries.length === 0 && isBlank(text)) return;
    // Entries over the limit are counted, but not parsed.
    entries.push(entries.length < maxEntries ? JSON.parse(text.toString()) : undefined);
  };

  const add = (chunk: Buffer): void => {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth += 1;
        if (depth === 1) start = at + 1;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        depth -= 1;
        if (depth > 0) continue;
        if (hasEnded || byte !== CLOSE_LIST) throw new Error('The list ends twice');
        hasEnded = true;
        endEntry(chunk.subarray(start, at), true);
        start = at + 1;
      } else if (byte === COMMA && depth === 1) {
        endEntry(chunk.subarray(start, at), false);
        start = at + 1;
      }
    }
    const rest = chunk.subarray(start);
    if (depth > 0) parts.push(rest);
    else if (!isBlank(rest)) throw new Error('There is something after the list');
  };

  return {
    add,
    end: (): unknown[] => {
      if (!hasEnded) throw new Error('The list has no end');
      return entries;
    },
  };
};

/** Creates a parser for any other JSON: an object, which the call refuses with its own message. */
const createObjectParser = () => {
  const chunks: Buffer[] = [];
  return {
    add: (chunk: Buffer): void => {
      chunks.push(chunk);
    },
    end: (): unknown => {
      const value: unknown = JSON.parse(Buffer.concat(chunks).toString().trim() || '{}');
      if (typeof value !== 'object' || value === null) throw new Error('Not a list or object');
      return value;
    },
  };
};

/**
 * Pipes the request through `stream`, and destroys the stream when the request is cut off: a plain
 * pipe would wait forever.
 */
const pipeThrough = ({ req }: Context, stream: Duplex): Duplex => {
  req.once('close', () => {
    if (!req.complete) stream.destroy(new Error('The request was cut off'));
  });
  return req.pipe(stream);
};

const decodedBody = (ctx: Context): Readable => {
  switch (ctx.get('Content-Encoding').toLowerCase()) {
    case '':
    case 'identity':
      return ctx.req;
    case 'gzip':
    case 'deflate':
      return pipeThrough(ctx, createUnzip());
    case 'br':
      return pipeThrough(ctx, createBrotliDecompress());
    default:
      throw new UnsupportedMediaType('Send the request body in gzip, deflate, br or as it is');
  }
};

interface Limits {
  readonly maxBytes: number;
  readonly maxEntries: number;
}

const readList = async (
  ctx: Context,
  { maxBytes, maxEntries }: Limits,
  onBytes: (bytes: number) => void,
): Promise<unknown> => {
  if (Number(ctx.get('Content-Length')) > maxBytes) throw tooLarge(maxBytes);
  let bytes = 0;
  const hash = createHash('sha256');
  let parser: { add(chunk: Buffer): void; end(): unknown } | undefined;
  // Keep the stream open after the loop: the connection is needed for the response.
  for await (const chunk of decodedBody(ctx).iterator({ destroyOnReturn: false })) {
    const part = chunk as Buffer;
    bytes += part.length;
    onBytes(bytes);
    hash.update(part);
    if (!parser && !isBlank(part)) {
      const isList = part.toString().trimStart().startsWith('[');
      parser = isList ? createListParser(maxEntries) : createObjectParser();
      if (!isList) maxBytes = Math.min(maxBytes, JSON_BODY_MAX_BYTES);
    }
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    parser?.add(part);
  }
  setBodyDigest(ctx, hash.digest('hex'));
  return parser ? parser.end() : {};
};

/**
 * Larger bodies are processed one at a time, since they take several times their size in memory.
 */
const LARGE_BYTES = 8 * 1024 * 1024;

/**
 * Parses a JSON list of at most `maxBytes` into `ctx.request.body`. Entries over the limit are
 * undefined.
 */
export const jsonListBody = (limits: Limits): Middleware => {
  let large: Context | undefined;
  return async (ctx, next) => {
    requireJson(ctx);
    const onBytes = (bytes: number): void => {
      if (bytes <= LARGE_BYTES || large === ctx) return;
      if (large) {
        throw new StoreUnavailable(
          'Another large save is in progress. Please try again in a moment.',
        );
      }
      large = ctx;
    };
    try {
      const body = await readList(ctx, limits, onBytes).catch((error: unknown) => {
        if (error instanceof HttpError || error instanceof StoreUnavailable) throw error;
        throw new MalformedBody('The request body is not valid JSON', { cause: error });
      });
      Object.assign(ctx.request, { body });
      await next();
    } finally {
      if (large === ctx) large = undefined;
    }
  };
};
