import Router from '@koa/router';
import type { StoreResponse } from 'content-schema';
import { GitStoreError } from '../../git-store/errors.ts';
import type { CommitInfo } from '../../git-store/git-store.ts';
import { originOf, presentCommit } from '../../presenters/commit-presenter.ts';
import { setRevisionHeader } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';

/** `GET /api/admin/store` */
export const storeRoutes = (deps: RouteDeps): Router => {
  const { reader, history, info, lastBackup, admin } = deps;
  /** Returns no commits while the store fails, so that its state can still be shown. */
  const newestCommits = async (): Promise<readonly CommitInfo[]> => {
    try {
      return (await history.page({ page: 1 })).commits;
    } catch (error) {
      if (error instanceof GitStoreError) return [];
      throw error;
    }
  };

  return new Router().get('/admin/store', admin, async (ctx) => {
    setRevisionHeader(ctx, await reader.current());
    const commits = await newestCommits();
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
