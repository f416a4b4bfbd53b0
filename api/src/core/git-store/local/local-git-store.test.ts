import { describeGitStore } from '../test/describe-git-store.ts';
import { createLocalHarness } from './test/local-harness.ts';

describeGitStore('the local git store', createLocalHarness);
