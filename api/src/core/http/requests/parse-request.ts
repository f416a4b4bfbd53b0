/** Parses requests with schemas; errors list all violated rules. */
import { API_BASE_PATH, type ListDetail } from 'content-schema';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type * as v from 'valibot';
import { EntityNotFound, parseInput } from '../../reading/errors.ts';
import { isCommitSha } from '../../git-store/git-object-id.ts';
import type { CommitSha } from '../../git-store/git-store.ts';
import { limitBytes } from '../../git-store/limit-bytes.ts';
import { HttpError } from '../errors/http-errors.ts';

const MEGABYTE = 1024 * 1024;

const sizeOf = (bytes: number): string =>
  bytes < MEGABYTE ? `${bytes / 1024} KB` : `${bytes / MEGABYTE} MB`;

const tooLarge = (maxBytes: number): HttpError =>
  new HttpError('BodyTooLarge', `The request is larger than ${sizeOf(maxBytes)}`);

const statusOf = (error: unknown): unknown =>
  error instanceof Error && 'status' in error ? error.status : undefined;

/** Reads a JSON body of at most `maxBytes`. Throws `HttpError`. */
export const readJson = async (ctx: Context, maxBytes: number): Promise<unknown> => {
  if (!ctx.is('application/json')) {
    throw new HttpError('UnsupportedMediaType', 'Send the request body as application/json');
  }
  const readBody = koaBody({
    jsonLimit: maxBytes,
    // A removal may need the password.
    parsedMethods: Object.values(HttpMethodEnum),
    text: false,
    urlencoded: false,
    multipart: false,
    onError: (error) => {
      if (statusOf(error) === 413) throw tooLarge(maxBytes);
      if (statusOf(error) === 415) {
        throw new HttpError(
          'UnsupportedMediaType',
          'Send the request body in gzip, deflate, br or as it is',
        );
      }
      throw new HttpError('MalformedBody', 'The request body is not valid JSON', { cause: error });
    },
  });
  await readBody(ctx, () => Promise.resolve());
  return (ctx.request as { body?: unknown }).body;
};

/** The raw body as UTF-8 text. Throws `BodyTooLarge`, and `MalformedBody` if it is cut off. */
export const readText = async (ctx: Context, maxBytes: number): Promise<string> => {
  try {
    return (await buffer(limitBytes(ctx.req, maxBytes, () => tooLarge(maxBytes)))).toString();
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw new HttpError('MalformedBody', 'The request body is cut off', { cause });
  }
};

/** Parses JSON; `what` names it in the error. Throws `HttpError`. */
export const parseJson = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpError('MalformedBody', `${what} is not valid JSON`, { cause });
  }
};

export const setBodyDigest = (ctx: Context, bodyDigest: string): void => {
  Object.assign(ctx.request, { bodyDigest });
};

const DIGEST_LENGTH = 16;

/** Returns a short digest of the request's method, URL and body, which is the same when repeated. */
export const requestDigest = (ctx: Context): string => {
  const { body = null, bodyDigest } = ctx.request as { body?: unknown; bodyDigest?: string };
  const text = `${ctx.method} ${ctx.url}\n${bodyDigest ?? JSON.stringify(body)}`;
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
};

/** Throws `InvalidInput`. */
export const parseQuery = <const Schema extends v.GenericSchema>(
  ctx: Context,
  schema: Schema,
): v.InferOutput<Schema> => parseInput(schema, { ...ctx.query });

/** Parses the JSON in a form field; undefined if the field is absent. Throws `InvalidInput`. */
export const parseField = <const Schema extends v.GenericSchema>(
  schema: Schema,
  name: string,
  fields: ReadonlyMap<string, string>,
): v.InferOutput<Schema> | undefined => {
  const text = fields.get(name);
  if (text === undefined) return undefined;
  return parseInput(schema, parseJson(text, `The field ${name}`), name);
};

/** Throws `EntityNotFound` for a malformed commit id. */
export const commitSha = (text: string): CommitSha => {
  if (!isCommitSha(text)) throw new EntityNotFound('There is no such change');
  return text;
};

/** Returns the path's `:commit`. Throws `EntityNotFound` if it is malformed. */
export const commitOf = (ctx: RouterContext): CommitSha => commitSha(ctx.params['commit'] ?? '');

/** Returns a query parameter; empty if it is absent or repeated. */
export const queryText = (ctx: Context, name: string): string => {
  const value = ctx.query[name];
  return typeof value === 'string' ? value : '';
};

const DETAILS: readonly ListDetail[] = ['whole', 'summary', 'headings'];

/** Returns the detail of listed posts that `?posts=` requests; whole posts by default. */
export const listDetailOf = (ctx: Context): ListDetail =>
  DETAILS.find((detail) => detail === ctx.query['posts']) ?? 'whole';

/** Whether the request is for a page or a file of the site, not an API call. */
export const isSiteRequest = ({ method, path }: Context): boolean =>
  (method === 'GET' || method === 'HEAD') && !path.startsWith(`${API_BASE_PATH}/`);
