import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { posix } from 'node:path';
import { isSiteRequest } from '../requests/parse-request.ts';

/** Vite puts a content hash into the names of these files. */
const HASHED_ASSETS = '/assets/';
const ONE_YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** The template of pages, which is not served itself. */
const DOCUMENT = '/index.html';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 404;

/** Whether the path is normalised and without escapes, as browsers request files. */
const isNormalizedPath = (path: string): boolean =>
  posix.resolve('/', path) === path && !/[%\\]/.test(path);

const sendFile = async (ctx: Context, root: string): Promise<boolean> => {
  const hashed = ctx.path.startsWith(HASHED_ASSETS);
  try {
    const options = { root, immutable: hashed, maxAge: hashed ? ONE_YEAR_MS : 0 };
    return (await send(ctx, ctx.path, options)) !== undefined;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

export const staticFiles =
  (root: string): Middleware =>
  async (ctx, next) => {
    const mayBeFile = isSiteRequest(ctx) && isNormalizedPath(ctx.path) && ctx.path !== DOCUMENT;
    if (!mayBeFile || !(await sendFile(ctx, root))) await next();
  };

/** Redirects unknown paths to the landing page; a missing asset is a 404. */
export const redirectUnknownToHome = (): Middleware => async (ctx, next) => {
  if (isSiteRequest(ctx) && !ctx.path.startsWith(HASHED_ASSETS)) ctx.redirect('/');
  else await next();
};
