import { createCache, type CacheRegistry } from '../../cache.ts';
import type { CommitSha, GitStore, ProposalInfo, ProposalList } from '../../git-store/git-store.ts';
import { InvalidInput } from '../errors.ts';

/** Lists the open proposals, cached for a while, and finds where each began. */
export const createProposals = (
  store: Pick<GitStore, 'proposals' | 'mergeBase'>,
  caches: CacheRegistry,
  maxAgeSeconds: number,
) => {
  // A TTL of 0 would mean no expiry.
  const ttlMs = Math.max(1, maxAgeSeconds * 1000);
  const lists = createCache<ProposalList>(caches, { name: 'proposals', max: 1, ttlMs });
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
    /** Clears the list, e.g. after a push or a review. */
    forget: () => lists.clear(),
  };
};
