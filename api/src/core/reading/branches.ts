import { createCache, type CacheRegistry } from '../cache.ts';
import { NotFound } from '../git-store/errors.ts';
import type { CommitSha, GitStore, Reference } from '../git-store/git-store.ts';
import { InvalidInput } from './errors.ts';

const REFERENCES_MAX = 100;

const emptyIfMissing = (error: unknown): '' => {
  if (error instanceof NotFound) return '';
  throw error;
};

export type Branches = ReturnType<typeof createBranches>;

/** Finds the commits of other branches and pull requests, cached for a while, and where they began. */
export const createBranches = (
  store: Pick<GitStore, 'mergeBase' | 'resolve'>,
  caches: CacheRegistry,
  ttlMs: number,
) => {
  const references = createCache<CommitSha | ''>(caches, {
    ...{ name: 'references', max: REFERENCES_MAX, ttlMs },
  });
  let version = 0;
  return {
    /**
     * The newest commit in the histories of a proposal's head and of the content's. Throws
     * `InvalidInput` if there is none.
     */
    baseOf: async (head: CommitSha, current: CommitSha): Promise<CommitSha> => {
      const base = await store.mergeBase(current, head);
      if (base !== undefined) return base;
      const message = 'This proposal has no commit in common with the site';
      throw new InvalidInput([{ path: 'head', message }]);
    },
    /** Throws `NotFound` when there is no such branch or open pull request. */
    resolve: async (reference: Reference): Promise<CommitSha> => {
      // Anyone with a link may ask, also for one that is closed, which is cached, too.
      const commit = await references.load(JSON.stringify(reference), () =>
        store.resolve(reference).catch(emptyIfMissing),
      );
      if (commit === '') throw new NotFound('There is no such branch or open pull request');
      return commit;
    },
    /** Changes when what was read of branches may be outdated. */
    version: () => version,
    /** Clears the cache, e.g. after a push or a review. */
    forget: () => {
      version += 1;
      references.clear();
    },
  };
};
