import type { Problem } from 'content-schema';
import { createCache, type CacheRegistry } from '../../core/cache.ts';
import { NotFound } from '../../core/git-store/errors.ts';
import type {
  CommitSha,
  GitStore,
  ProposalInfo,
  ProposalList,
  Reference,
} from '../../core/git-store/git-store.ts';
import { mapConcurrently } from '../../core/git-store/map-concurrently.ts';
import { InvalidInput } from '../../core/reading/errors.ts';
import type { PastContent } from '../../core/reading/past-content.ts';
import type { ContentReader } from '../../core/reading/reader.ts';
import { newProblems, problemLine } from './new-problems.ts';

const REFERENCES_MAX = 100;
const PROBLEMS_MAX = 1_000;
/** As many as GitHub lists. Each takes some 2 ms, and 50 ms beside 10,000 posts, once. */
const CHECKED_MAX = 100;

const emptyIfMissing = (error: unknown): '' => {
  if (error instanceof NotFound) return '';
  throw error;
};

interface Options {
  readonly store: Pick<GitStore, 'proposals' | 'mergeBase' | 'resolve' | 'setStatus'>;
  readonly reader: Pick<ContentReader, 'current'>;
  readonly past: Pick<PastContent, 'at'>;
}

/**
 * Lists the open proposals and finds the commits of other branches and pull requests, both cached
 * for a while, and where each began.
 */
export const createProposals = (
  { store, reader, past }: Options,
  caches: CacheRegistry,
  maxAgeSeconds: number,
) => {
  // A TTL of 0 would mean no expiry.
  const ttlMs = Math.max(1, maxAgeSeconds * 1000);
  const lists = createCache<ProposalList>(caches, { name: 'proposals', max: 1, ttlMs });
  const problems = createCache<readonly Problem[]>(caches, {
    name: 'proposal-problems',
    max: PROBLEMS_MAX,
  });
  const references = createCache<CommitSha | ''>(caches, {
    ...{ name: 'references', max: REFERENCES_MAX, ttlMs },
  });
  /** The newest commit in the histories of both. Throws `InvalidInput` if there is none. */
  const baseOf = async (head: CommitSha, current: CommitSha): Promise<CommitSha> => {
    const base = await store.mergeBase(current, head);
    if (base !== undefined) return base;
    const message = 'This proposal has no commit in common with the site';
    throw new InvalidInput([{ path: 'head', message }]);
  };
  /** Adds the first problem, which GitHub's list has from the commit status. */
  const withProblem = async (proposal: ProposalInfo): Promise<ProposalInfo> => {
    const { head } = proposal;
    try {
      const base = await baseOf(head, (await reader.current()).revision);
      const [first] = await problems.load(`${base} ${head}`, async () =>
        newProblems(await past.at(base), await past.at(head)).slice(0, 1),
      );
      return { ...proposal, ...(first && { problem: problemLine(first) }) };
    } catch {
      // Its page says why it can't be read.
      return proposal;
    }
  };
  const list = (): Promise<ProposalList> =>
    lists.load('', async () => {
      const { proposals, ...more } = await store.proposals();
      if (store.setStatus) return { proposals, ...more };
      const newest = await mapConcurrently(proposals.slice(0, CHECKED_MAX), 1, withProblem);
      return { proposals: [...newest, ...proposals.slice(CHECKED_MAX)] };
    });
  return {
    list,
    /** An open proposal; undefined if it is not listed. */
    find: async (id: string): Promise<ProposalInfo | undefined> =>
      (await list()).proposals.find((proposal) => proposal.id === id),
    baseOf,
    /** Throws `NotFound` when there is no such branch or open pull request. */
    resolve: async (reference: Reference): Promise<CommitSha> => {
      // Anyone with a link may ask, also for one that is closed, which is cached, too.
      const commit = await references.load(JSON.stringify(reference), () =>
        store.resolve(reference).catch(emptyIfMissing),
      );
      if (commit === '') throw new NotFound('There is no such branch or open pull request');
      return commit;
    },
    /** Clears the caches, e.g. after a push or a review. */
    forget: () => {
      lists.clear();
      references.clear();
    },
  };
};
