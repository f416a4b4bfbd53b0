import Router from '@koa/router';
import type { StoreResponse } from 'content-schema';
import { fallback, GitStoreError } from '../../git-store/errors.ts';
import { originOf, presentCommit } from '../../presenters/commit-presenter.ts';
import { setRevisionHeader } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';

/** `GET /api/admin/store` */
export const storeRoutes = (deps: RouteDeps): Router => {
  const { reader, history, info, lastBackup, admin } = deps;
  return new Router().get('/admin/store', admin, async (ctx) => {
    setRevisionHeader(ctx, await reader.current());
    // No commits while the store fails, so that its state can still be shown.
    const { commits } = await history
      .page({ page: 1 })
      .catch(fallback({ commits: [] }, GitStoreError));
    const [last] = commits;
    const pushed = commits.find((commit) => originOf(commit) !== 'site');
    const { kind, repository, branch, pages } = info;
    const requestsLeft = info.requestsLeft?.();
    const isPublic = await info.isPublic?.();
    const backup = kind === 'local' ? await lastBackup.read() : undefined;
    ctx.body = {
      kind,
      repository,
      branch,
      ...(pages && { pages: { repository: pages.repository, branch: pages.branch } }),
      stale: reader.state().stale,
      ...(last && { lastChange: presentCommit(last, info) }),
      ...(pushed && { lastPush: presentCommit(pushed, info) }),
      ...(requestsLeft !== undefined && { requestsLeft }),
      ...(isPublic !== undefined && { isPublic }),
      ...(backup && { lastBackup: backup.date }),
    } satisfies StoreResponse;
  });
};
