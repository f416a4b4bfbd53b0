import type { Problem } from 'content-schema';
import type { Content } from '../../core/content.ts';
import type { ProposalInfo, ProposalList } from '../../core/git-store/git-store.ts';
import { mapConcurrently } from '../../core/git-store/map-concurrently.ts';
import { newProblems } from '../../core/presenters/comparison.ts';

/** A problem in one line, e.g. `posts/a.md:4 The title is missing`. */
export const problemLine = ({ path, line, message }: Problem): string =>
  `${line === undefined ? path : `${path}:${line}`} ${message}`;

/** As many as GitHub lists. Each takes some 2 ms, and 50 ms beside 10,000 posts, once. */
const CHECKED_MAX = 100;

type Options = Pick<Content, 'store' | 'reader' | 'past' | 'branches'>;

export type Proposals = ReturnType<typeof createProposals>;

/** Lists the open proposals, cached for a while. */
export const createProposals = ({ store, reader, past, branches }: Options) => {
  /** Adds the first problem, which GitHub's list has from the commit status. */
  const withProblem = async (proposal: ProposalInfo): Promise<ProposalInfo> => {
    const { head } = proposal;
    try {
      const base = await branches.baseOf(head, (await reader.current()).revision);
      const [first] = await branches.load(
        `${base} ${head}`,
        async (): Promise<readonly Problem[]> =>
          newProblems(await past.at(base), await past.at(head)).slice(0, 1),
      );
      return { ...proposal, ...(first && { problem: problemLine(first) }) };
    } catch {
      // Its page says why it can't be read.
      return proposal;
    }
  };
  const list = (): Promise<ProposalList> =>
    branches.load('proposals', async () => {
      const { proposals, ...more } = await store.proposals();
      if (store.pullRequests) return { proposals, ...more };
      const newest = await mapConcurrently(proposals.slice(0, CHECKED_MAX), 1, withProblem);
      return { proposals: [...newest, ...proposals.slice(CHECKED_MAX)] };
    });
  return {
    list,
    find: async (id: string): Promise<ProposalInfo | undefined> =>
      (await list()).proposals.find((proposal) => proposal.id === id),
  };
};
