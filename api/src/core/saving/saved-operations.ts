import type { CommitSha, GitStore } from '../git-store/git-store.ts';
import { IdempotencyKeyReused } from '../reading/errors.ts';
import { operationIdOf, SEARCHED_COMMITS } from '../messages/commit-message.ts';

export interface SavedCommit {
  readonly commit: CommitSha;
  readonly parent: CommitSha | null;
}

const SEPARATOR = '.';

/** Joins an idempotency key and a digest, which detects another request with the same key. */
export const operationIdFor = (key: string, digest: string): string =>
  `${key}${SEPARATOR}${digest}`;

export const keyOf = (operationId: string): string => operationId.split(SEPARATOR, 1)[0] ?? '';

interface Operation extends SavedCommit {
  readonly id: string;
}

/** Finds the commits of saves by their operation ids, so that a repeated save is written once. */
export const createSavedOperations = (store: Pick<GitStore, 'history'>) => {
  let operationsByKey = new Map<string, Operation>();
  let newestCommit: CommitSha | null = null;

  const prepare = async (head: CommitSha): Promise<void> => {
    if (newestCommit === head) return;
    const query = { from: head, page: 1, perPage: SEARCHED_COMMITS };
    const { commits } = await store.history(query);
    // Replace the map instead of adding to it, because a forced push may have dropped commits.
    operationsByKey = new Map(
      commits.flatMap(({ sha: commit, parent, message }): [string, Operation][] => {
        const id = operationIdOf(message);
        return id === undefined ? [] : [[keyOf(id), { id, commit, parent }]];
      }),
    );
    newestCommit = head;
  };

  return {
    prepare,

    /**
     * Returns the commit of an operation among the newest up to `head`; undefined if there is none.
     * Reads and throws like `GitStore.history`, and `IdempotencyKeyReused` if the key belongs to
     * another request.
     */
    find: async (operationId: string, head: CommitSha): Promise<SavedCommit | undefined> => {
      await prepare(head);
      const operation = operationsByKey.get(keyOf(operationId));
      if (operation && operation.id !== operationId) throw new IdempotencyKeyReused();
      return operation;
    },

    /** Adds a commit without reading the history. */
    record: (operationId: string, { commit, parent }: SavedCommit): void => {
      if (newestCommit !== parent) return;
      operationsByKey.set(keyOf(operationId), { id: operationId, commit, parent });
      newestCommit = commit;
    },
  };
};
