import Router from '@koa/router';
import {
  dateQuerySchema,
  type CommitSummary,
  type RevisionResponse,
  type SiteVersionResponse,
} from 'content-schema';
import type { Middleware } from 'koa';
import { createCacheRegistry } from '../../cache.ts';
import { restoreSite } from '../../content/saving/restore.ts';
import { presentCommit } from '../../presenters/commit-presenter.ts';
import { pastAddress, siteChanges } from '../../presenters/site-changes.ts';
import { checkSession } from '../requests/access.ts';
import { commitOf, commitSha, isSiteRequest, parseQuery } from '../requests/parse-request.ts';
import { allowOwnFrame } from '../requests/security-headers.ts';
import { sendVersion } from '../pages/version-pages.ts';
import { createRouteDeps, type RouteDeps } from '../deps.ts';

/**
 * `GET /api/history/at`, `GET /api/history/{commit}/site`,
 * `POST /api/history/{commit}/site/restore`
 */
export const siteHistoryRoutes = (deps: RouteDeps): Router => {
  const { reader, save, admin, past, timeline, info: store } = deps;
  const present = { before: deps.presentPast, now: deps.present };
  return new Router({ prefix: '/history' })
    .get('/at', admin, async (ctx) => {
      const { date } = parseQuery(ctx, dateQuerySchema);
      const info = await timeline.at(new Date(date).toISOString());
      ctx.body = presentCommit(info, store) satisfies CommitSummary;
    })
    .get('/:commit/site', admin, async (ctx) => {
      const commit = commitOf(ctx);
      const now = await reader.latest();
      const [{ info, older, newer, began, latest }, before] = await Promise.all([
        timeline.moment(commit),
        past.at(commit),
      ]);
      ctx.body = {
        commit: presentCommit(info, store),
        address: pastAddress(commit),
        present: pastAddress(now.revision),
        older: older ? presentCommit(older, store) : null,
        newer: newer ? presentCommit(newer, store) : null,
        began,
        latest,
        changes: await siteChanges(present, before, now),
      } satisfies SiteVersionResponse;
    })
    .post('/:commit/site/restore', admin, async (ctx) => {
      const commit = commitOf(ctx);
      const [{ tree }, { date }] = await Promise.all([past.at(commit), timeline.info(commit)]);
      const { content } = await save(ctx, restoreSite({ tree, date }), { onHead: true });
      ctx.body = { revision: content.revision } satisfies RevisionResponse;
    });
};

const PAGE = /^\/past\/([^/]+)(.*)$/;

/**
 * `GET /past/{commit}/…`: the site at a commit, for the frame of the history, or as a repository at
 * GitHub would show it, before it is connected
 */
export const pastPages = (deps: RouteDeps): Middleware => {
  return async (ctx, next) => {
    const [, name = '', path = ''] = PAGE.exec(ctx.path) ?? [];
    if (name === '' || !isSiteRequest(ctx)) {
      await next();
      return;
    }
    checkSession(ctx, deps.sessions);
    const commit = commitSha(name);
    const candidate = deps.candidate?.();
    const from =
      candidate?.reader.known()?.revision === commit
        ? createRouteDeps({ ...deps, content: candidate, caches: createCacheRegistry() })
        : deps;
    const { past, timeline } = from;
    const [snapshot, { date }] = await Promise.all([past.at(commit), timeline.info(commit)]);
    const version = {
      snapshot,
      base: pastAddress(commit, ''),
      year: new Date(date).getUTCFullYear(),
    };
    allowOwnFrame(ctx);
    await sendVersion(from, ctx, version, `${path || '/'}${ctx.search}`);
  };
};
