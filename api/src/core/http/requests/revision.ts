import {
  IDEMPOTENCY_HEADER,
  PREVIOUS_REVISION_HEADER,
  REVISION_HEADER,
  SAVED_COMMIT_HEADER,
} from 'content-schema';
import type { Context, Middleware } from 'koa';
import { invalidInput } from '../../reading/errors.ts';
import { sourceOf } from '../../auth/login-throttle.ts';
import type { Waiter } from '../../limit.ts';
import type { ContentReader } from '../../reading/reader.ts';
import type { ContentSnapshot } from '../../reading/snapshot.ts';
import { operationIdFor } from '../../saving/saved-operations.ts';
import type { Command } from '../../saving/save-command.ts';
import type { Saved, SaveOptions } from '../../saving/save-queue.ts';
import { isCommitSha } from '../../git-store/git-object-id.ts';
import type { EditedContent, Feature } from '../feature.ts';
import { requestDigest } from './parse-request.ts';

/** Also as a quoted string: https://www.ietf.org/archive/id/draft-ietf-httpapi-idempotency-key-header-07.html */
const IDEMPOTENCY_KEY = /^"?([\w-]{8,64})"?$/;

const optionalHeader = (ctx: Context, name: string): string | undefined =>
  ctx.get(name) || undefined;

/** Returns a signal that aborts when the connection closes before the response was sent. */
export const disconnectSignal = ({ res }: Context): AbortSignal => {
  const controller = new AbortController();
  const abort = () => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
};

/** Returns the client of a request as one who waits for work. */
export const waiterOf = (ctx: Context): Waiter => ({
  source: sourceOf(ctx.ip),
  signal: disconnectSignal(ctx),
});

/** The headers of a request that saves. Throws `InvalidInput` for malformed values. */
export const readSaveOptions = (ctx: Context): SaveOptions => {
  const base = optionalHeader(ctx, REVISION_HEADER);
  const key = optionalHeader(ctx, IDEMPOTENCY_HEADER);
  const sentKey = key && IDEMPOTENCY_KEY.exec(key)?.[1];
  const malformed = (name: string, kind: string) => invalidInput(name, `${name} must be ${kind}`);
  if (base !== undefined && !isCommitSha(base)) throw malformed(REVISION_HEADER, 'a commit id');
  if (key !== undefined && sentKey === undefined) {
    throw malformed(IDEMPOTENCY_HEADER, '8 to 64 letters, digits, - or _');
  }
  return {
    base,
    operationId: sentKey && operationIdFor(sentKey, requestDigest(ctx)),
    sentBytes: Number(ctx.get('Content-Length')),
    signal: disconnectSignal(ctx),
  };
};

/** The newest revision that a browser has saved. It outlives the staleness of instances. */
export const SAVED_COOKIE = 'saved-revision';
const SAVED_MAX_AGE_MS = 60 * 60 * 1000;

/** Checks the head for a browser that has saved; the signed cookie keeps others from doing so. */
export const readOwnSaves =
  (reader: Pick<ContentReader, 'atLeast'>): Middleware =>
  async (ctx, next) => {
    const saved = ctx.cookies.get(SAVED_COOKIE, { signed: true });
    // A failure is reported when the request itself reads the content.
    if (isCommitSha(saved)) await reader.atLeast(saved).catch(() => undefined);
    await next();
  };

const rememberOwnSave = (ctx: Context, revision: string): void => {
  if (ctx.cookies.get(SAVED_COOKIE, { signed: true }) === revision) return;
  const options = { signed: true, httpOnly: true, sameSite: 'lax' } as const;
  ctx.cookies.set(SAVED_COOKIE, revision, { ...options, maxAge: SAVED_MAX_AGE_MS });
};

export const setRevisionHeader = (ctx: Context, { revision }: ContentSnapshot): void => {
  ctx.set(REVISION_HEADER, revision);
};

export const createEditedContent =
  (site: EditedContent, features: readonly Feature[]) =>
  async (ctx: Context): Promise<EditedContent> => {
    for (const { editedContent } of features) {
      const content = await editedContent?.(ctx);
      if (content) return content;
    }
    return site;
  };

/** Runs a command for a request, and sets the response's headers. Throws like `SaveQueue.save`. */
export const createSave =
  (site: EditedContent, editedContent: (ctx: Context) => Promise<EditedContent>) =>
  async (
    ctx: Context,
    command: Command,
    { to, ...options }: Pick<SaveOptions, 'onHead' | 'isLong'> & { to?: EditedContent } = {},
  ): Promise<Saved> => {
    const edited = to ?? (await editedContent(ctx));
    const saved = await edited.save(command, { ...readSaveOptions(ctx), ...options });
    const { content, commit, previous } = saved;
    setRevisionHeader(ctx, content);
    if (edited === site) rememberOwnSave(ctx, content.revision);
    if (commit !== undefined) ctx.set(SAVED_COMMIT_HEADER, commit);
    // A client that has the parent has seen all other changes.
    if (previous !== undefined) ctx.set(PREVIOUS_REVISION_HEADER, previous);
    return saved;
  };
