import Router from '@koa/router';
import {
  POST_BODY_MAX_BYTES,
  historyQuerySchema,
  restoreSchema,
  undoSchema,
  type CommitResponse,
  type HistoryResponse,
  type RevisionResponse,
} from 'content-schema';
import { EntityNotFound } from '../../content/errors.ts';
import { undoChange } from '../../content/history/undo-change.ts';
import { restoreFile } from '../../content/saving/restore.ts';
import { presentCommit } from '../../presenters/commit-presenter.ts';
import { sendImage } from '../caching/send-image.ts';
import { commitOf, parseBody, parseQuery } from '../requests/parse-request.ts';
import type { RouteDeps } from '../deps.ts';

/**
 * `GET /api/history`, `GET /api/history/{commit}`, `GET /api/history/{commit}/file`,
 * `POST /api/history/{commit}/restore`, `POST /api/history/{commit}/undo`
 */
export const historyRoutes = (deps: RouteDeps): Router => {
  const { reader, history, info: store, save, admin } = deps;

  const filePages = async (path: string | undefined): Promise<HistoryResponse['file']> => {
    if (!store.pages || path === undefined) return undefined;
    if (!(await reader.current()).tree.has(path)) return undefined;
    return { url: store.pages.file(path), blame: store.pages.blame(path) };
  };

  return new Router({ prefix: '/history' })
    .get('/', admin, async (ctx) => {
      const query = parseQuery(ctx, historyQuerySchema);
      const { commits, ...rest } = await history.page(query);
      const file = await filePages(query.path);
      ctx.body = {
        commits: commits.map((commit) => presentCommit(commit, store)),
        page: query.page,
        ...rest,
        ...(file && { file }),
      } satisfies HistoryResponse;
    })
    .get('/:commit', admin, async (ctx) => {
      const { info, files, undone } = await history.commit(commitOf(ctx));
      ctx.body = {
        ...presentCommit(info, store),
        parent: info.parent,
        message: info.message,
        ...(undone && { undone: { sha: undone.sha, date: undone.date } }),
        files: files.map((file) => {
          const commit = file.status === 'deleted' ? info.parent : info.sha;
          const url = commit === null ? undefined : store.pages?.fileAt(commit, file.path);
          return { ...file, ...(url !== undefined && { url }) };
        }),
      } satisfies CommitResponse;
    })
    .get('/:commit/file', admin, async (ctx) => {
      const { path } = parseQuery(ctx, restoreSchema);
      const { tree } = await history.version(commitOf(ctx), path);
      const entry = tree.get(path);
      if (!entry) throw new EntityNotFound(`${path} did not exist at that time`);
      // The file never changes, but only the administrator may see it.
      ctx.set('Cache-Control', 'private, no-cache');
      await sendImage(ctx, entry.sha, async () => (await history.read([entry.sha])).get(entry.sha));
    })
    .post('/:commit/undo', admin, async (ctx) => {
      const { decisions } = await parseBody(ctx, undoSchema, POST_BODY_MAX_BYTES);
      const change = await history.change(commitOf(ctx));
      const command = undoChange(change, decisions, history);
      const { content } = await save(ctx, command, { onHead: true });
      ctx.body = { revision: content.revision } satisfies RevisionResponse;
    })
    .post('/:commit/restore', admin, async (ctx) => {
      const { path } = await parseBody(ctx, restoreSchema);
      const version = await history.version(commitOf(ctx), path);
      const command = restoreFile(version, history);
      const { content } = await save(ctx, command, { onHead: true });
      ctx.body = { revision: content.revision } satisfies RevisionResponse;
    });
};
