import type { CommitInfo, CommitSha, HistoryPage, HistoryQuery } from '../git-store.ts';
import { describeCommit } from './commit-object.ts';
import type { Repository } from './repository.ts';

async function* firstParents(repository: Repository, from: CommitSha): AsyncGenerator<CommitSha> {
  for (let sha: CommitSha | null = from; sha; sha = (await repository.commit(sha)).parent) {
    yield sha;
  }
}

/** Returns the root commit of the history of `from`. */
export const readOldest = async (repository: Repository, from: CommitSha): Promise<CommitInfo> => {
  let oldest = await repository.commit(from);
  while (oldest.parent) oldest = await repository.commit(oldest.parent);
  return describeCommit(oldest);
};

/** Reads a page of the branch's history; see `GitStore.history`. */
export const readHistory = async (
  repository: Repository,
  { from, path, since, until, page, perPage }: HistoryQuery,
): Promise<HistoryPage> => {
  const { sha: newest } = await repository.commit(from ?? (await repository.head()));
  const shas =
    path === undefined
      ? firstParents(repository, newest)
      : repository.changedPaths.commitsChanging(newest, path);
  const commits: CommitInfo[] = [];
  let toSkip = (page - 1) * perPage;
  for await (const sha of shas) {
    if (since !== undefined || until !== undefined) {
      const { date } = await repository.commit(sha);
      if ((since !== undefined && date < since) || (until !== undefined && date > until)) continue;
    }
    if (toSkip > 0) toSkip -= 1;
    else if (commits.length === perPage) return { commits, hasMore: true };
    else commits.push(describeCommit(await repository.commit(sha)));
  }
  return { commits, hasMore: false };
};
