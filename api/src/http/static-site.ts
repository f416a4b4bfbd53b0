import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';

/** Vite names these files by their content. */
const HASHED_ASSETS = '/assets/';
const ONE_YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** No such file, or a path that no file can have. */
const isMissing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { status, code } = error as { status?: unknown; code?: unknown };
  return status === 404 || status === 400 || code === 'ERR_INVALID_ARG_VALUE';
};

const sendFile = async (ctx: Context, root: string, path: string): Promise<boolean> => {
  const hashed = path.startsWith(HASHED_ASSETS);
  try {
    await send(ctx, path, { root, immutable: hashed, maxAge: hashed ? ONE_YEAR_MS : 0 });
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

/** Serves the built web app: its files, and its start page for every path that is no file. */
export const staticSite =
  (root: string): Middleware =>
  async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isRead || ctx.path.startsWith('/api/')) {
      await next();
      return;
    }
    if (ctx.path !== '/' && (await sendFile(ctx, root, ctx.path))) return;
    if (ctx.path.startsWith(HASHED_ASSETS)) {
      await next();
      return;
    }
    ctx.set('Cache-Control', 'no-cache');
    await sendFile(ctx, root, '/index.html');
  };
