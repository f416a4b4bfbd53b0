import { createCache, type CacheRegistry } from '../../cache.ts';
import type { CommitSha, GitStore, Reference } from '../../git-store/git-store.ts';

const REFERENCES_MAX = 100;

/** Resolves other branches and pull requests to commits, cached for a while. */
export const createReferences = (
  store: Pick<GitStore, 'resolve'>,
  caches: CacheRegistry,
  maxAgeSeconds: number,
) => {
  // A TTL of 0 would mean no expiry.
  const cache = createCache<CommitSha>(caches, {
    name: 'references',
    max: REFERENCES_MAX,
    ttlMs: Math.max(1, maxAgeSeconds * 1000),
  });
  return {
    /** Throws `NotFound` when there is no such branch or pull request. */
    resolve: (reference: Reference) =>
      cache.load(JSON.stringify(reference), () => store.resolve(reference)),
    /** Clears the cache, after a push. */
    forget: () => cache.clear(),
  };
};
