import Router from '@koa/router';
import type { StoreResponse } from 'content-schema';
import type { Sessions } from '../../auth/sessions.ts';
import type { LastBackup } from '../../backup/last-backup.ts';
import type { ContentHistory } from '../../content/history/content-history.ts';
import { originOf } from '../../content/history/find-commits.ts';
import type { ContentReader } from '../../content/reading/reader.ts';
import { GitStoreError } from '../../git-store/errors.ts';
import type { CommitInfo, StoreInfo } from '../../git-store/git-store.ts';
import { presentCommit } from '../../presenters/commit-presenter.ts';
import { noStore } from '../caching/no-store.ts';
import { requireSession } from '../requests/access.ts';
import { setRevisionHeader } from '../requests/revision.ts';

interface Options {
  readonly reader: ContentReader;
  readonly history: Pick<ContentHistory, 'page'>;
  readonly info: StoreInfo;
  readonly lastBackup: LastBackup;
  readonly sessions: Sessions;
}

/** `GET /api/admin/store` */
export const storeRoutes = (options: Options): Router => {
  const { reader, history, info, lastBackup, sessions } = options;
  /** Returns no commits while the store fails, so that its state can still be shown. */
  const newestCommits = async (): Promise<readonly CommitInfo[]> => {
    try {
      return (await history.page({ page: 1 })).commits;
    } catch (error) {
      if (error instanceof GitStoreError) return [];
      throw error;
    }
  };

  return new Router().get('/admin/store', requireSession(sessions), noStore, async (ctx) => {
    setRevisionHeader(ctx, await reader.current());
    const commits = await newestCommits();
    const [last] = commits;
    const pushed = commits.find((commit) => originOf(commit) !== 'site');
    const { kind, repository, branch, pages } = info;
    const requestsLeft = info.requestsLeft?.();
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
      ...(backup && { lastBackup: backup.date }),
    } satisfies StoreResponse;
  });
};
