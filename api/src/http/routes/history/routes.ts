import Router, { type RouterContext } from '@koa/router';
import { historyQuerySchema, restoreSchema, type RestoreAnswer } from 'content-schema';
import type { Middleware } from 'koa';
import type { Sessions } from '../../../auth/sessions.ts';
import { restoreFile } from '../../../content/commands/restore-file.ts';
import { EntityNotFound } from '../../../content/errors.ts';
import type { ContentHistory } from '../../../content/history/content-history.ts';
import type { SaveQueue } from '../../../content/save-queue.ts';
import type { CommitSha } from '../../../git-store/git-store.ts';
import { jsonBody } from '../../middleware/json-body.ts';
import { requireSession } from '../../middleware/require-session.ts';
import { parseBody } from '../../parse-body.ts';
import { parseQuery } from '../../parse-query.ts';
import { isCommitSha, tellRevision } from '../../revision.ts';
import { presentCommit, presentPage } from './present.ts';

interface Parts {
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
export const historyRoutes = ({ history, saves, sessions }: Parts): Router => {
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
      tellRevision(ctx, snapshot);
      ctx.body = { revision: snapshot.revision } satisfies RestoreAnswer;
    });
};
