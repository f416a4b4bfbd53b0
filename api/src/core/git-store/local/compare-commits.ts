import type { CommitSha } from '../git-store.ts';
import type { Commit } from '../commit-object.ts';
import type { Repository } from './repository.ts';

// Who descends from a commit; the last bit is that of the ancestors of a common ancestor.
const [ONE, OTHER, BOTH, BELOW] = [1, 2, 3, 4];

/**
 * Walks two histories through all parents, newest commits first, down to where they meet. Returns
 * the newest common ancestor, and whether only `other` descends from a commit. Throws `NotFound`.
 */
export const compareCommits = async (
  commits: Pick<Repository['commits'], 'commit'>,
  one: CommitSha,
  other: CommitSha,
) => {
  const marks = new Map<CommitSha, number>();
  const queue: Commit[] = [];
  const common: CommitSha[] = [];
  const markOf = (sha: CommitSha): number => marks.get(sha) ?? 0;

  const add = async (sha: CommitSha, mark: number): Promise<void> => {
    const marked = markOf(sha) | mark;
    if (marked === markOf(sha)) return;
    marks.set(sha, marked);
    const commit = await commits.commit(sha);
    const older = queue.findIndex(({ date }) => date < commit.date);
    queue.splice(older < 0 ? queue.length : older, 0, commit);
  };

  await add(one, ONE);
  await add(other, OTHER);
  while (queue.some(({ sha }) => markOf(sha) < BELOW)) {
    const { sha, parent, merges } = queue.shift() as Commit;
    const isCommon = markOf(sha) === BOTH;
    if (isCommon) common.push(sha);
    const mark = isCommon ? BOTH | BELOW : markOf(sha);
    for (const next of [parent ?? [], merges].flat()) await add(next, mark);
  }
  return {
    base: common.find((sha) => markOf(sha) === BOTH),
    isAdded: (sha: CommitSha) => markOf(sha) === OTHER,
  };
};
