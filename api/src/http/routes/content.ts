import Router from '@koa/router';
import {
  failureMessages,
  REVISION_HEADER,
  type ChecklistResponse,
  type RevisionResponse,
} from 'content-schema';
import type { Sessions } from '../../auth/sessions.ts';
import { resetContent } from '../../content/saving/restore.ts';
import type { Checklist } from '../../content/reading/checklist.ts';
import type { ContentReader } from '../../content/reading/reader.ts';
import type { SaveQueue } from '../../content/saving/save-queue.ts';
import { withFailureMessage } from '../errors/send-errors.ts';
import { audienceOf, checkSession, requireSession } from '../requests/access.ts';
import { isForEditing, postDetailOf } from '../requests/parse-request.ts';
import type { LoadPrepared } from '../caching/prepared-cache.ts';
import { prepareInSlices, sendPrepared } from '../caching/prepared-response.ts';
import type { ContentPresenter } from '../../presenters/content-presenter.ts';
import {
  readSaveOptions,
  setRevisionHeader,
  setSavedHeaders,
  disconnectSignal,
} from '../requests/revision.ts';
import { createSavePolicy, noBody } from '../requests/save-policy.ts';

interface Options {
  readonly reader: ContentReader;
  readonly prepared: LoadPrepared;
  readonly saves: SaveQueue;
  readonly present: ContentPresenter;
  readonly checklist: Checklist;
  readonly sessions: Sessions;
  readonly defaultContent: () => Promise<ReadonlyMap<string, Uint8Array>>;
  /** Aborted when the server shuts down. */
  readonly ending?: AbortSignal | undefined;
}

/** Shorter than the response timeout of proxies. */
const REVISION_WAIT_MS = 25_000;

/**
 * `GET /api/revision?after=`, `GET /api/content`, also with `?posts=`, `GET /api/admin/checklist` and
 * `POST /api/reset`
 */
export const contentRoutes = (options: Options): Router => {
  const { reader, prepared, saves, present, checklist, sessions, defaultContent, ending } = options;
  const savePolicy = createSavePolicy(sessions);
  return new Router()
    .get('/content', withFailureMessage(failureMessages.loadContent), async (ctx) => {
      const detail = postDetailOf(ctx);
      const isEdited = isForEditing(detail);
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
    .get('/revision', requireSession(sessions), async (ctx) => {
      // The page polls without user activity, so don't extend the session.
      sessions.leaveIdle(ctx);
      ctx.set('Cache-Control', 'no-store');
      const known = typeof ctx.query['after'] === 'string' ? ctx.query['after'] : '';
      const ends = [
        disconnectSignal(ctx),
        AbortSignal.timeout(REVISION_WAIT_MS),
        ...(ending ? [ending] : []),
      ];
      const snapshot = await reader
        .changed(known, AbortSignal.any(ends))
        .catch(() => reader.current());
      setRevisionHeader(ctx, snapshot);
      ctx.body = { revision: snapshot.revision } satisfies RevisionResponse;
    })
    .get('/admin/checklist', requireSession(sessions), async (ctx) => {
      const snapshot = await reader.current();
      setRevisionHeader(ctx, snapshot);
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { items: await checklist(snapshot) } satisfies ChecklistResponse;
    })
    .post('/reset', savePolicy(failureMessages.resetContent, noBody), async (ctx) => {
      const command = resetContent(await defaultContent());
      const saved = await saves.save(command, readSaveOptions(ctx));
      setSavedHeaders(ctx, saved);
      const text = present.content(saved.content, 'administrator', 'whole');
      sendPrepared(ctx, saved.content, await prepareInSlices('json', text, disconnectSignal(ctx)));
    });
};
