import { setupServer } from 'msw/node';
import { describeGitStore } from '../test/describe-git-store.ts';
import { mockedGitHubs } from './test/github-harness.ts';

const { harness } = mockedGitHubs(setupServer());

describeGitStore('the GitHub git store', harness());

describeGitStore('the GitHub git store, in steps', harness({ mutationMaxBytes: 0 }));
