import type { CommitInfo, CommitSha, HistoryPage, HistoryQuery } from '../git-store.ts';
import { describeCommit } from './commit-object.ts';
import type { Repository } from './repository.ts';

/** Returns the root commit of the history of `from`. */
export const readOldest = async (repository: Repository, from: CommitSha): Promise<CommitInfo> => {
  let oldest = await repository.commit(from);
  for await (const commit of repository.commits.walk(from)) oldest = commit;
  return describeCommit(oldest);
};

/** Reads a page of the branch's history; see `GitStore.history`. */
export const readHistory = async (
  repository: Repository,
  { from, path, since, until, page, perPage }: HistoryQuery,
): Promise<HistoryPage> => {
  const newest = from ?? (await repository.head());
  const commits: CommitInfo[] = [];
  let toSkip = (page - 1) * perPage;
  for await (const commit of repository.commits.walk(newest, path)) {
    if (since !== undefined && commit.date < since) continue;
    if (until !== undefined && commit.date > until) continue;
    if (toSkip > 0) toSkip -= 1;
    else if (commits.length === perPage) return { commits, hasMore: true };
    else commits.push(describeCommit(commit));
  }
  return { commits, hasMore: false };
};
