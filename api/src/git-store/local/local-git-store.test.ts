import { createOpen } from '../test/harness.ts';
import { describeProposals } from '../test/merges.ts';
import { describeGitStore } from '../test/describe-git-store.ts';
import { createLocalHarness } from './test/local-harness.ts';

describeGitStore('the local git store', createLocalHarness);
describeProposals(createOpen(createLocalHarness));
