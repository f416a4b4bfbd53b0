import { describeGitStore } from '../contract/describe-git-store.ts';
import { githubHarness } from './test/github-harness.ts';

describeGitStore('the GitHub git store', githubHarness());

describeGitStore('the GitHub git store, in steps', githubHarness({ mutationMaxBytes: 0 }));
