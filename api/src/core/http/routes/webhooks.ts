import Router from '@koa/router';
import { verify } from '@octokit/webhooks-methods';
import { API_BASE_PATH } from 'content-schema';
import type { Context } from 'koa';
import * as v from 'valibot';
import { isCommitSha } from '../../git-store/git-object-id.ts';
import type { CommitSha } from '../../git-store/git-store.ts';
import { HttpError } from '../errors/http-errors.ts';
import { parseJson, readText } from '../requests/parse-request.ts';
import type { RouteDeps, Webhook } from '../deps.ts';

/**
 * GitHub sends up to 25 MB. Such a large push is rare, and is seen at the next check of the head
 * anyway, so the limit is lower to protect memory from unknown senders.
 */
const MAX_BYTES = 5 * 1024 * 1024;
/** Most deliveries are smaller. Of larger ones by unknown senders, only so many are in memory. */
const LARGE_BYTES = 64 * 1024;
const LARGE_MAX = 4;
const SIGNATURE = /^sha256=[0-9a-f]{64}$/;

const pushSchema = v.object({ ref: v.string(), before: v.custom<CommitSha>(isCommitSha) });

const createReader = (secret: string) => {
  let large = 0;
  return async (ctx: Context): Promise<string> => {
    const signature = ctx.get('X-Hub-Signature-256');
    const isRead = SIGNATURE.test(signature);
    const isLarge = isRead && !(Number(ctx.get('Content-Length') || NaN) <= LARGE_BYTES);
    if (isLarge && large >= LARGE_MAX) {
      throw new HttpError('TooManyRequests', 'Too many large deliveries arrive at the same time');
    }
    large += Number(isLarge);
    const reading = isRead ? readText(ctx, MAX_BYTES) : Promise.resolve('');
    const body = await reading.finally(() => (large -= Number(isLarge)));
    // `verify` throws for an empty body.
    if (body !== '' && (await verify(secret, body, signature))) return body;
    throw new HttpError('InvalidSignature', 'The signature does not belong to the request body');
  };
};

const jsonOf = (ctx: Context, body: string): unknown => {
  const isForm = ctx.is('application/x-www-form-urlencoded') !== false;
  const json = isForm ? (new URLSearchParams(body).get('payload') ?? '') : body;
  return parseJson(json, 'The request body');
};

/** Returns the old commit of a push; undefined for another branch. */
const previousHeadOf = (push: unknown, branch: string): CommitSha | undefined => {
  const { success, output } = v.safeParse(pushSchema, push);
  if (!success) throw new HttpError('MalformedBody', 'The request body is not a push');
  return output.ref === `refs/heads/${branch}` ? output.before : undefined;
};

/**
 * Checks the head at once; a repeated delivery does no more.
 * https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
 */
export const webhookRoutes = (deps: RouteDeps, { secret, branch }: Webhook): Router => {
  const { branches, features, reader } = deps;
  const readSigned = createReader(secret);
  return new Router({ prefix: `${API_BASE_PATH}/webhooks` }).post('/github', async (ctx) => {
    const body = await readSigned(ctx);
    ctx.status = 204;
    const event = ctx.get('X-GitHub-Event');
    // A push to a pull request from a fork sends `pull_request` only.
    if (event === 'push' || event.startsWith('pull_request')) branches.forget();
    const report = (error: unknown): void => void ctx.app.emit('error', error, ctx);
    // GitHub waits 10 s for a response, and ignores its content.
    for (const { onDelivery } of features) {
      onDelivery?.(event, () => jsonOf(ctx, body)).catch(report);
    }
    if (event !== 'push') return;
    const staleHead = previousHeadOf(jsonOf(ctx, body), branch);
    if (staleHead !== undefined) reader.refresh(staleHead).catch(report);
  });
};
