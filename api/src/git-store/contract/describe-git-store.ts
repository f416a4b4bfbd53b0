import { describe } from 'vitest';
import { describeCommits } from './commits.ts';
import { opening, type CreateHarness } from './harness.ts';
import { describeHistory } from './history.ts';
import { describeRaces } from './races.ts';
import { describeReads } from './reads.ts';
import { describeTrees } from './trees.ts';

/** What every git store does; each adapter runs it over the real thing. */
export const describeGitStore = (name: string, createHarness: CreateHarness): void => {
  const open = opening(createHarness);
  describe(name, () => {
    describeReads(open);
    describeCommits(open);
    describeTrees(open);
    describeRaces(open);
    describeHistory(open);
  });
};
