import { describe } from 'vitest';
import { describeCommits } from './commits.ts';
import { createOpen, type CreateHarness } from './harness.ts';
import { describeHistory } from './history.ts';
import { describeMerges, describeProposals } from './merges.ts';
import { describeRaces } from './races.ts';
import { describeReads } from './reads.ts';

/** The contract of a git store, as a test suite that each adapter runs over real git. */
export const describeGitStore = (name: string, createHarness: CreateHarness): void => {
  const open = createOpen(createHarness);
  describe(name, () => {
    describeReads(open);
    describeCommits(open);
    describeRaces(open);
    describeHistory(open);
    describeMerges(open);
    describeProposals(open);
  });
};
