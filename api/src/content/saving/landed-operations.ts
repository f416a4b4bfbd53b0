import type { CommitSha, GitStore } from '../../git-store/git-store.ts';
import { operationIdOf } from './commit-message.ts';

/** A commit that a save wrote. */
export interface Landed {
  readonly commit: CommitSha;
  readonly parent: CommitSha | null;
}

/** Finds the commits of saves by their operation ids, so that a repeated save is written once. */
export interface LandedOperations {
  /**
   * What an operation wrote, among the newest commits up to `head`; undefined when it wrote none of
   * them. Reads the history where it is not known yet, and then throws as `GitStore.history`.
   */
  find(operationId: string, head: CommitSha): Promise<Landed | undefined>;
  /** Reads what `find` needs for `head`. */
  prepare(head: CommitSha): Promise<void>;
  /** Remembers a commit without reading it. */
  record(operationId: string, landed: Landed): void;
}

/** One page at GitHub: https://docs.github.com/rest/commits/commits#list-commits */
const SEARCHED_COMMITS = 100;

export const createLandedOperations = (store: Pick<GitStore, 'history'>): LandedOperations => {
  let landed = new Map<string, Landed>();
  /** The newest commit that `landed` accounts for. */
  let known: CommitSha | null = null;

  const prepare = async (head: CommitSha): Promise<void> => {
    if (known === head) return;
    const query = { from: head, page: 1, perPage: SEARCHED_COMMITS };
    const { commits } = await store.history(query);
    // Replaced rather than added to: a forced push may have dropped commits.
    landed = new Map(
      commits.flatMap(({ sha: commit, parent, message }): [string, Landed][] => {
        const id = operationIdOf(message);
        return id === undefined ? [] : [[id, { commit, parent }]];
      }),
    );
    known = head;
  };

  return {
    prepare,
    find: async (operationId, head) => {
      await prepare(head);
      return landed.get(operationId);
    },
    record: (operationId, { commit, parent }) => {
      if (known !== parent) return;
      landed.set(operationId, { commit, parent });
      known = commit;
    },
  };
};
