import {
  IDEMPOTENCY_HEADER,
  PREVIOUS_REVISION_HEADER,
  REVISION_HEADER,
  SAVED_COMMIT_HEADER,
  type Issue,
} from 'content-schema';
import type { Context, Middleware } from 'koa';
import { InvalidInput } from '../../content/errors.ts';
import type { ContentReader } from '../../content/reading/reader.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import type { Saved, SaveOptions } from '../../content/saving/save-queue.ts';
import { isCommitSha } from '../../git-store/git-object-id.ts';

/** Also as a quoted string: https://www.ietf.org/archive/id/draft-ietf-httpapi-idempotency-key-header-07.html */
const IDEMPOTENCY_KEY = /^"?([\w-]{8,64})"?$/;

const optionalHeader = (ctx: Context, name: string): string | undefined =>
  ctx.get(name) || undefined;

/** Aborted when the connection closes before the response was sent. */
export const whenGone = ({ res }: Context): AbortSignal => {
  const controller = new AbortController();
  const abort = () => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
};

/**
 * The commit that the request's edits began from and the key under which it may be repeated, as far
 * as the client sends them. Throws `InvalidInput` for what is neither.
 */
export const readSaveOptions = (ctx: Context): SaveOptions => {
  const base = optionalHeader(ctx, REVISION_HEADER);
  const key = optionalHeader(ctx, IDEMPOTENCY_HEADER);
  const operationId = key && IDEMPOTENCY_KEY.exec(key)?.[1];
  const refuse = (path: string, kind: string): never => {
    const issue: Issue = { path, message: `${path} must be ${kind}` };
    throw new InvalidInput([issue]);
  };
  if (base !== undefined && !isCommitSha(base)) return refuse(REVISION_HEADER, 'a commit id');
  if (key !== undefined && operationId === undefined) {
    return refuse(IDEMPOTENCY_HEADER, '8 to 64 letters, digits, - or _');
  }
  return { base, operationId, sentBytes: Number(ctx.get('Content-Length')), signal: whenGone(ctx) };
};

/** Holds the newest revision that a browser has saved, for longer than an instance stays behind. */
export const SAVED_COOKIE = 'saved-revision';
const SAVED_MAX_AGE_MS = 60 * 60 * 1000;

/**
 * Shows a browser what it has saved on every instance: one that is behind checks the head first. The
 * cookie is signed, so that no one else can ask for checks.
 */
export const readOwnSaves =
  (reader: Pick<ContentReader, 'atLeast'>): Middleware =>
  async (ctx, next) => {
    const saved = ctx.cookies.get(SAVED_COOKIE, { signed: true });
    // What fails is reported by the request's own reading.
    if (isCommitSha(saved)) await reader.atLeast(saved).catch(() => undefined);
    await next();
    const revision = ctx.response.get(REVISION_HEADER);
    if (ctx.method === 'GET' || ctx.status >= 400 || revision === '' || revision === saved) return;
    const options = { signed: true, httpOnly: true, sameSite: 'lax' } as const;
    ctx.cookies.set(SAVED_COOKIE, revision, { ...options, maxAge: SAVED_MAX_AGE_MS });
  };

/** Names the commit that the response's content is from. */
export const setRevisionHeader = (ctx: Context, { revision }: ContentSnapshot): void => {
  ctx.set(REVISION_HEADER, revision);
};

/**
 * The same for a save, with the commit that it made. A client that knows the commit before it knows
 * of all that changed.
 */
export const setSavedHeaders = (ctx: Context, { content, commit, previous }: Saved): void => {
  setRevisionHeader(ctx, content);
  if (commit !== undefined) ctx.set(SAVED_COMMIT_HEADER, commit);
  if (previous !== undefined) ctx.set(PREVIOUS_REVISION_HEADER, previous);
};
