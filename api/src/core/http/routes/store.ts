import { withoutUndefined, type StoreResponse } from 'content-schema';
import { adminOnly, createCalls, type CallRouter } from '../calls.ts';
import { fallback, GitStoreError } from '../../git-store/errors.ts';
import { originOf, presentCommit } from '../../presenters/commit-presenter.ts';
import { setRevisionHeader } from '../requests/revision.ts';
import type { RouteDeps } from '../deps.ts';

export const storeRoutes = (deps: RouteDeps): CallRouter => {
  const { reader, history, info, lastBackup } = deps;
  return createCalls(deps).get('/admin/store', adminOnly(), async (ctx) => {
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
    return {
      kind,
      repository,
      branch,
      ...(pages && { pages: { repository: pages.repository, branch: pages.branch } }),
      stale: reader.state().stale,
      ...(last && { lastChange: presentCommit(last, info) }),
      ...(pushed && { lastPush: presentCommit(pushed, info) }),
      ...withoutUndefined({ requestsLeft, isPublic, lastBackup: backup?.date }),
    } satisfies StoreResponse;
  });
};
