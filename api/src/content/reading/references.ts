import { LRUCache } from 'lru-cache';
import type { CommitSha, GitStore, Reference } from '../../git-store/git-store.ts';

/** Where other branches and pull requests are, known for a while. */
export interface References {
  /** Throws `NotFound` when there is none. */
  resolve(reference: Reference): Promise<CommitSha>;
  /** Somebody has pushed: what was known may be old. */
  forget(): void;
}

const KNOWN_MAX = 100;

export const createReferences = (
  store: Pick<GitStore, 'resolve'>,
  maxAgeSeconds: number,
): References => {
  // A time to live of 0 would be none.
  const known = new LRUCache<string, CommitSha>({
    max: KNOWN_MAX,
    ttl: Math.max(1, maxAgeSeconds * 1000),
  });
  return {
    resolve: async (reference) => {
      const key = JSON.stringify(reference);
      const commit = known.get(key) ?? (await store.resolve(reference));
      if (!known.has(key)) known.set(key, commit);
      return commit;
    },
    forget: () => known.clear(),
  };
};
