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
import { createProposalStatus } from '../requests/proposal-status.ts';

/**
 * GitHub sends up to 25 MB. Such a large push is rare, and is seen at the next check of the head
 * anyway, so the limit is lower to protect memory from unknown senders.
 */
const MAX_BYTES = 5 * 1024 * 1024;

const pushSchema = v.object({ ref: v.string(), before: v.custom<CommitSha>(isCommitSha) });

const isSigned = async (ctx: Context, secret: string, body: string): Promise<boolean> => {
  const signature = ctx.get('X-Hub-Signature-256');
  // `verify` throws for empty arguments.
  return body !== '' && signature !== '' && verify(secret, body, signature);
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
 * `POST /api/webhooks/github`: checks the head, so that a push is seen at once. A repeated delivery
 * only causes another check.
 * https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
 */
export const webhookRoutes = (deps: RouteDeps, { secret, branch }: Webhook): Router => {
  const { reader, proposals } = deps;
  const setProposalStatus = createProposalStatus(deps, branch);
  return new Router({ prefix: `${API_BASE_PATH}/webhooks` }).post('/github', async (ctx) => {
    const body = await readText(ctx, MAX_BYTES);
    if (!(await isSigned(ctx, secret, body))) {
      throw new HttpError('InvalidSignature', 'The signature does not belong to the request body');
    }
    ctx.status = 204;
    const event = ctx.get('X-GitHub-Event');
    // A push to a pull request from a fork sends `pull_request` only.
    if (event === 'push' || event.startsWith('pull_request')) proposals.forget();
    const report = (error: unknown): void => void ctx.app.emit('error', error, ctx);
    // GitHub waits 10 s for a response, and ignores its content.
    if (event === 'pull_request') setProposalStatus(jsonOf(ctx, body)).catch(report);
    if (event !== 'push') return;
    const staleHead = previousHeadOf(jsonOf(ctx, body), branch);
    if (staleHead !== undefined) reader.refresh(staleHead).catch(report);
  });
};
