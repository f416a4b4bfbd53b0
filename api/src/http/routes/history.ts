import Router, { type RouterContext } from '@koa/router';
import { historyQuerySchema, restoreSchema, type RestoreResponse } from 'content-schema';
import type { Middleware } from 'koa';
import type { Sessions } from '../../auth/sessions.ts';
import { restoreFile } from '../../content/saving/restore.ts';
import { EntityNotFound } from '../../content/errors.ts';
import type { ContentHistory } from '../../content/history/content-history.ts';
import type { SaveQueue } from '../../content/saving/save-queue.ts';
import type { CommitSha } from '../../git-store/git-store.ts';
import { jsonBody } from '../requests/json-body.ts';
import { requireSession } from '../requests/require-session.ts';
import { parseBody } from '../requests/parse-body.ts';
import { parseQuery } from '../requests/parse-query.ts';
import { isCommitSha } from '../../git-store/git-object-id.ts';
import { setRevisionHeader } from '../requests/revision.ts';
import { presentCommit, presentPage } from '../presenters/history-presenter.ts';

interface Options {
  readonly history: ContentHistory;
  readonly saves: SaveQueue;
  readonly sessions: Sessions;
}

const keepNowhere: Middleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  await next();
};

const commitOf = (ctx: RouterContext): CommitSha => {
  const commit = ctx.params['commit'] ?? '';
  if (!isCommitSha(commit)) throw new EntityNotFound('There is no such change');
  return commit;
};

/** `GET /api/history`, `GET /api/history/{commit}`, `POST /api/history/{commit}/restore` */
export const historyRoutes = ({ history, saves, sessions }: Options): Router => {
  const admin = requireSession(sessions);
  return new Router({ prefix: '/history' })
    .get('/', admin, keepNowhere, async (ctx) => {
      const { path, page } = parseQuery(ctx, historyQuerySchema);
      const found = await history.page({ page, ...(path !== undefined && { path }) });
      ctx.body = presentPage(found, page);
    })
    .get('/:commit', admin, keepNowhere, async (ctx) => {
      const { info, files } = await history.commit(commitOf(ctx));
      ctx.body = presentCommit(info, files);
    })
    .post('/:commit/restore', admin, jsonBody(), async (ctx) => {
      const { path } = parseBody(ctx, restoreSchema);
      const version = await history.version(commitOf(ctx), path);
      const snapshot = await saves.save(restoreFile(version));
      setRevisionHeader(ctx, snapshot);
      ctx.body = { revision: snapshot.revision } satisfies RestoreResponse;
    });
};
