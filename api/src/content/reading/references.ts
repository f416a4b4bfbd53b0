import { LRUCache } from 'lru-cache';
import type { CommitSha, GitStore, Reference } from '../../git-store/git-store.ts';

/** Resolves other branches and pull requests to commits, cached for a while. */
export interface References {
  /** Throws `NotFound` when there is no such branch or pull request. */
  resolve(reference: Reference): Promise<CommitSha>;
  /** Clears the cache, after a push. */
  forget(): void;
}

const KNOWN_MAX = 100;

export const createReferences = (
  store: Pick<GitStore, 'resolve'>,
  maxAgeSeconds: number,
): References => {
  // A TTL of 0 would mean no expiry.
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
