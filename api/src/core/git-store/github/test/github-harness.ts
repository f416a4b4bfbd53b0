import { createGitHub, type GitHub, type Repository } from 'fixtures/github';
import type { SetupServer } from 'msw/node';
import { interceptGitHub } from '../../../../../test/intercept-github.ts';
import type { CreateHarness, GitEntry, OutsideFiles } from '../../test/harness.ts';
import { toCommitSha } from '../../git-object-id.ts';
import {
  createGitHubGitStore,
  type GitHubGitStore,
  type GitHubGitStoreOptions,
} from '../github-git-store.ts';

/** Creates a store on ada/site of a mocked GitHub, with short pauses between retries. */
export const createTestStore = (
  github: GitHub,
  options: Partial<GitHubGitStoreOptions> = {},
): GitHubGitStore =>
  createGitHubGitStore({
    owner: 'ada',
    name: 'site',
    branch: 'main',
    auth: { token: github.token },
    apiUrl: github.baseUrl,
    retryDelayMs: 1,
    firstContent: () => Promise.resolve(new Map([['readme.md', Buffer.from('hello\n')]])),
    ...options,
  });

const walk = (repository: Repository, tree: string, prefix: string): [string, GitEntry][] =>
  repository.objects.tree(tree).flatMap(({ name, mode, sha }): [string, GitEntry][] => {
    const path = `${prefix}${name}`;
    const below = mode === '040000' ? walk(repository, sha, `${path}/`) : [];
    return [[path, { mode, sha }], ...below];
  });

/** Returns functions that mock GitHub at api.github.com with MSW until the end of the test. */
export const mockedGitHubs = (server: SetupServer) => {
  const intercept = interceptGitHub(server);

  /** Opens a GitHub with the repository ada/site; without `files` it is empty. */
  const openGitHub = (files?: OutsideFiles) => {
    const github: GitHub = createGitHub();
    const repository = github.createRepository('ada/site', files ? { files } : {});
    intercept(github);
    return { github, repository };
  };

  /** Returns a factory of harnesses for such a repository. */
  const harness =
    (options: Partial<GitHubGitStoreOptions> = {}): CreateHarness =>
    (files) => {
      const { github, repository } = openGitHub(files);
      const openStore = (branch = 'main') => createTestStore(github, { ...options, branch });
      return Promise.resolve({
        store: openStore(),
        openStore,
        push: (changes, message = 'Change with git\n') =>
          Promise.resolve(toCommitSha(repository.push({ changes, message }))),
        entries: (commit) =>
          Promise.resolve(new Map(walk(repository, repository.objects.commit(commit).tree, ''))),
      });
    };

  return { openGitHub, harness };
};
