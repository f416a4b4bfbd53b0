import Router from '@koa/router';
import { failureMessages, REVISION_HEADER, type RevisionResponse } from 'content-schema';
import { resetContent } from '../../saving/restore.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { audienceOf, checkSession } from '../requests/access.ts';
import { listDetailOf, queryText } from '../requests/parse-request.ts';
import { prepareInSlices, sendPrepared } from '../caching/prepared-response.ts';
import { setRevisionHeader, disconnectSignal } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';

/** Shorter than the response timeout of proxies. */
const REVISION_WAIT_MS = 25_000;

/**
 * `GET /api/revision?after=`, `GET /api/content`, also with `?posts=`, and `POST /api/reset`
 */
export const contentRoutes = (deps: RouteDeps): Router => {
  const { reader, prepared, saves, save, adminCall, present, sessions, admin } = deps;
  return new Router()
    .get('/content', withFailureMessage(failureMessages.loadContent), async (ctx) => {
      const detail = listDetailOf(ctx);
      // Saving the visitors' view would delete hidden content.
      const isEdited = detail === 'headings';
      if (isEdited) checkSession(ctx, sessions);
      const snapshot = await (isEdited ? reader.latest() : reader.current());
      const audience = audienceOf(ctx, sessions);
      setRevisionHeader(ctx, snapshot);
      // In the background: content that is loaded to be edited is likely to be saved.
      if (isEdited) saves.prepare().catch(() => undefined);
      if (isEdited && ctx.get(REVISION_HEADER) === snapshot.revision) {
        ctx.status = 204;
        return;
      }
      const response = await prepared(
        snapshot,
        `${detail} for ${audience}`,
        (signal) => prepareInSlices('json', present.content(snapshot, audience, detail), signal),
        disconnectSignal(ctx),
      );
      sendPrepared(ctx, snapshot, response);
    })
    .get('/revision', admin, async (ctx) => {
      // The page polls without user activity, so don't extend the session.
      sessions.leaveIdle(ctx);
      const ends = [
        disconnectSignal(ctx),
        AbortSignal.timeout(REVISION_WAIT_MS),
        ...(deps.ending ? [deps.ending] : []),
      ];
      const snapshot = await reader
        .changed(queryText(ctx, 'after'), AbortSignal.any(ends))
        .catch(() => reader.current());
      setRevisionHeader(ctx, snapshot);
      ctx.body = { revision: snapshot.revision } satisfies RevisionResponse;
    })
    .post('/reset', adminCall(failureMessages.resetContent), async (ctx) => {
      const { content } = await save(ctx, resetContent(await deps.defaultContent()));
      const text = present.content(content, 'administrator', 'whole');
      sendPrepared(ctx, content, await prepareInSlices('json', text, disconnectSignal(ctx)));
    });
};
