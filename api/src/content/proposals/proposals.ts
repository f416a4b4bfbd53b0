import { createCache, type CacheRegistry } from '../../cache.ts';
import type {
  CommitSha,
  GitStore,
  ProposalInfo,
  ProposalList,
  Reference,
} from '../../git-store/git-store.ts';
import { InvalidInput } from '../errors.ts';

const REFERENCES_MAX = 100;

/**
 * Lists the open proposals and finds the commits of other branches and pull requests, both cached
 * for a while, and where each began.
 */
export const createProposals = (
  store: Pick<GitStore, 'proposals' | 'mergeBase' | 'resolve'>,
  caches: CacheRegistry,
  maxAgeSeconds: number,
) => {
  // A TTL of 0 would mean no expiry.
  const ttlMs = Math.max(1, maxAgeSeconds * 1000);
  const lists = createCache<ProposalList>(caches, { name: 'proposals', max: 1, ttlMs });
  const references = createCache<CommitSha>(caches, {
    ...{ name: 'references', max: REFERENCES_MAX, ttlMs },
  });
  const list = (): Promise<ProposalList> => lists.load('', () => store.proposals());
  return {
    list,
    /** An open proposal; undefined if it is not listed. */
    find: async (id: string): Promise<ProposalInfo | undefined> =>
      (await list()).proposals.find((proposal) => proposal.id === id),
    /** The newest commit in the histories of both. Throws `InvalidInput` if there is none. */
    baseOf: async (head: CommitSha, current: CommitSha): Promise<CommitSha> => {
      const base = await store.mergeBase(current, head);
      if (base !== undefined) return base;
      const message = 'This proposal has no commit in common with the site';
      throw new InvalidInput([{ path: 'head', message }]);
    },
    /** Throws `NotFound` when there is no such branch or pull request. */
    resolve: (reference: Reference) =>
      references.load(JSON.stringify(reference), () => store.resolve(reference)),
    /** Clears the caches, e.g. after a push or a review. */
    forget: () => {
      lists.clear();
      references.clear();
    },
  };
};
