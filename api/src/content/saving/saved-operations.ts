import type { CommitSha, GitStore } from '../../git-store/git-store.ts';
import { operationIdOf } from './commit-message.ts';

/** A commit that a save wrote. */
export interface SavedCommit {
  readonly commit: CommitSha;
  readonly parent: CommitSha | null;
}

/** Finds the commits of saves by their operation ids, so that a repeated save is written once. */
export interface SavedOperations {
  /**
   * Resolves to the commit of an operation among the newest commits up to `head`; undefined if
   * there is none. Reads the history if it is not cached, and throws like `GitStore.history`.
   */
  find(operationId: string, head: CommitSha): Promise<SavedCommit | undefined>;
  /** Reads the history that `find` needs for `head`. */
  prepare(head: CommitSha): Promise<void>;
  /** Adds a commit without reading the history. */
  record(operationId: string, commit: SavedCommit): void;
}

/** One page at GitHub: https://docs.github.com/rest/commits/commits#list-commits */
const SEARCHED_COMMITS = 100;

export const createSavedOperations = (store: Pick<GitStore, 'history'>): SavedOperations => {
  let commitsById = new Map<string, SavedCommit>();
  /** The newest commit in `commitsById`. */
  let known: CommitSha | null = null;

  const prepare = async (head: CommitSha): Promise<void> => {
    if (known === head) return;
    const query = { from: head, page: 1, perPage: SEARCHED_COMMITS };
    const { commits } = await store.history(query);
    // Replace the map instead of adding to it, because a forced push may have dropped commits.
    commitsById = new Map(
      commits.flatMap(({ sha: commit, parent, message }): [string, SavedCommit][] => {
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
      return commitsById.get(operationId);
    },
    record: (operationId, { commit, parent }) => {
      if (known !== parent) return;
      commitsById.set(operationId, { commit, parent });
      known = commit;
    },
  };
};
