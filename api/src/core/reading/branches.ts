import { createCache, type CacheRegistry } from '../cache.ts';
import { fallback, NotFound } from '../git-store/errors.ts';
import type { CommitSha, GitStore, Reference } from '../git-store/git-store.ts';
import { invalidInput } from './errors.ts';

const CACHED_MAX = 1_000;

export type Branches = ReturnType<typeof createBranches>;

/** Finds the commits of branches and pull requests, and where they began; caches them a while. */
export const createBranches = (
  store: Pick<GitStore, 'mergeBase' | 'resolve'>,
  caches: CacheRegistry,
  ttlMs: number,
) => {
  const cache = createCache<object | string>(caches, {
    ...{ name: 'branches', max: CACHED_MAX },
    ttlMsOf: (value) => (Array.isArray(value) ? undefined : ttlMs),
  });
  /** Returns what is cached; a list, which must follow from commits alone, doesn't expire. */
  const load = <Value extends object | string>(key: string, make: () => Promise<Value>) =>
    cache.load(key, make) as Promise<Value>;
  return {
    load,
    /** The newest commit that a proposal and the content have in common. Throws `InvalidInput`. */
    baseOf: async (head: CommitSha, current: CommitSha): Promise<CommitSha> => {
      const base = await store.mergeBase(current, head);
      if (base !== undefined) return base;
      throw invalidInput('head', 'This proposal has no commit in common with the site');
    },
    /** Throws `NotFound` when there is no such branch or open pull request. */
    resolve: async (reference: Reference): Promise<CommitSha> => {
      // Anyone with a link may ask, also for one that is closed, which is cached, too.
      const commit = await load(JSON.stringify(reference), () =>
        store.resolve(reference).catch(fallback('', NotFound)),
      );
      if (commit === '') throw new NotFound('There is no such branch or open pull request');
      return commit;
    },
    /** Clears the cache, e.g. after a push or a review. */
    forget: cache.clear,
  };
};
