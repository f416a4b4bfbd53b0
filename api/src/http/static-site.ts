import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { posix } from 'node:path';
import { isSiteRequest } from './requests/is-site-request.ts';

/** Vite names these files by their content. */
const HASHED_ASSETS = '/assets/';
const ONE_YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Pages are rendered into it; it is none itself. */
const DOCUMENT = '/index.html';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 404;

/** Names of files need no escapes, and browsers resolve dots and backslashes before they ask. */
const isPlain = (path: string): boolean => posix.resolve('/', path) === path && !/[%\\]/.test(path);

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

/** Serves the files of the built web app. */
export const staticSite =
  (root: string): Middleware =>
  async (ctx, next) => {
    const mayBeFile = isSiteRequest(ctx) && isPlain(ctx.path) && ctx.path !== DOCUMENT;
    if (!mayBeFile || !(await sendFile(ctx, root))) await next();
  };

/** Leads from every path where there is nothing to the landing page; a missing asset is just missing. */
export const redirectUnknownToHome = (): Middleware => async (ctx, next) => {
  if (isSiteRequest(ctx) && !ctx.path.startsWith(HASHED_ASSETS)) ctx.redirect('/');
  else await next();
};
