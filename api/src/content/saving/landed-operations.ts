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
   * Resolves to the commit of an operation among the newest commits up to `head`; undefined if
   * there is none. Reads the history if it is not cached, and throws like `GitStore.history`.
   */
  find(operationId: string, head: CommitSha): Promise<Landed | undefined>;
  /** Reads the history that `find` needs for `head`. */
  prepare(head: CommitSha): Promise<void>;
  /** Adds a commit without reading the history. */
  record(operationId: string, landed: Landed): void;
}

/** One page at GitHub: https://docs.github.com/rest/commits/commits#list-commits */
const SEARCHED_COMMITS = 100;

export const createLandedOperations = (store: Pick<GitStore, 'history'>): LandedOperations => {
  let landed = new Map<string, Landed>();
  /** The newest commit in `landed`. */
  let known: CommitSha | null = null;

  const prepare = async (head: CommitSha): Promise<void> => {
    if (known === head) return;
    const query = { from: head, page: 1, perPage: SEARCHED_COMMITS };
    const { commits } = await store.history(query);
    // Replace the map instead of adding to it, because a forced push may have dropped commits.
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
