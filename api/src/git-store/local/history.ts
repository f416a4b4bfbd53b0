import type { CommitInfo, CommitSha, HistoryPage, HistoryQuery } from '../git-store.ts';
import { describeCommit, type Commit } from './commit-object.ts';
import type { Repository } from './repository.ts';

type CommitPair = readonly [commit: Commit, parent: Commit | null];

async function* firstParents(repository: Repository, from: CommitSha): AsyncGenerator<CommitPair> {
  let current: Commit | null = await repository.commit(from);
  while (current) {
    const parent: Commit | null = current.parent && (await repository.commit(current.parent));
    yield [current, parent];
    current = parent;
  }
}

/** A page of the branch's history; `GitStore.history` describes it. */
export const readHistory = async (
  repository: Repository,
  { from, path, page, perPage }: HistoryQuery,
): Promise<HistoryPage> => {
  const { treeChanges } = repository;
  const commits: CommitInfo[] = [];
  const newest = from ?? (await repository.head());
  let toSkip = (page - 1) * perPage;
  for await (const [commit, parent] of firstParents(repository, newest)) {
    const before = parent && parent.tree;
    if (path !== undefined && !(await treeChanges.changesPath(before, commit.tree, path))) continue;
    if (toSkip > 0) toSkip -= 1;
    else if (commits.length === perPage) return { commits, hasMore: true };
    else commits.push(describeCommit(commit));
  }
  return { commits, hasMore: false };
};
