import Router from '@koa/router';
import {
  POST_BODY_MAX_BYTES,
  historyQuerySchema,
  restoreSchema,
  undoSchema,
  type CommitResponse,
  type HistoryResponse,
  type SiteVersionResponse,
} from 'content-schema';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { undoChange } from './undo-change.ts';
import { restoreFile, restoreSite } from '../../core/saving/restore.ts';
import { presentCommit } from '../../core/presenters/commit-presenter.ts';
import { pastAddress, siteChanges } from '../../core/presenters/site-changes.ts';
import { sendImage } from '../../core/http/caching/send-image.ts';
import { commitOf, parseBody, parseQuery } from '../../core/http/requests/parse-request.ts';
import type { CreateFeature, RouteDeps } from '../../core/http/deps.ts';
import { pastPages } from './past-pages.ts';

/**
 * `GET /api/history`, `GET /api/history/{commit}`, `GET /api/history/{commit}/file`,
 * `POST /api/history/{commit}/restore`, `POST /api/history/{commit}/undo`; of the whole site `GET /api/history/{commit}/site`,
 * `POST /api/history/{commit}/site/restore`
 */
const historyRoutes = (deps: RouteDeps): Router => {
  const { reader, history, info: store, saveOnHead, admin, past } = deps;
  const present = { before: deps.presentPast, now: deps.present };

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
      await saveOnHead(ctx, undoChange(change, decisions, history));
    })
    .post('/:commit/restore', admin, async (ctx) => {
      const { path } = await parseBody(ctx, restoreSchema);
      const version = await history.version(commitOf(ctx), path);
      await saveOnHead(ctx, restoreFile(version, history));
    })
    .get('/:commit/site', admin, async (ctx) => {
      const commit = commitOf(ctx);
      const now = await reader.latest();
      const [{ info, older, newer }, before] = await Promise.all([
        history.moment(commit),
        past.at(commit),
      ]);
      ctx.body = {
        commit: presentCommit(info, store),
        address: pastAddress(commit),
        present: pastAddress(now.revision),
        older: older ? presentCommit(older, store) : null,
        newer: newer ? presentCommit(newer, store) : null,
        changes: await siteChanges(present, before, now),
      } satisfies SiteVersionResponse;
    })
    .post('/:commit/site/restore', admin, async (ctx) => {
      const commit = commitOf(ctx);
      const [{ tree }, { date }] = await Promise.all([past.at(commit), history.info(commit)]);
      await saveOnHead(ctx, restoreSite({ tree, date }));
    });
};

export const historyFeature: CreateFeature = (deps) => ({
  apiRoutes: [historyRoutes(deps)],
  adminPages: pastPages(deps),
});
