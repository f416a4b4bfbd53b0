import { createGitHub, type GitHub, type Repository } from 'fixtures/github';
import type { SetupServer } from 'msw/node';
import { interceptGitHub } from '../../../../test/intercept-github.ts';
import type { CreateHarness, GitEntry, OutsideFiles } from '../../contract/harness.ts';
import { toCommitSha } from '../../git-object-id.ts';
import {
  createGitHubGitStore,
  type GitHubGitStore,
  type GitHubGitStoreOptions,
} from '../github-git-store.ts';

/** A store on ada/site of a mocked GitHub, with short pauses between retries. */
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

/** Mocked GitHubs that MSW puts at api.github.com, each until the end of its test. */
export const mockedGitHubs = (server: SetupServer) => {
  const intercept = interceptGitHub(server);

  /** A GitHub with the repository ada/site; empty without files. */
  const openGitHub = (files?: OutsideFiles) => {
    const github = createGitHub();
    const repository = github.createRepository('ada/site', files ? { files } : {});
    intercept(github);
    return { github, repository };
  };

  /** Harnesses of such a repository, and of what is really stored in it. */
  const harness =
    (options: Partial<GitHubGitStoreOptions> = {}): CreateHarness =>
    (files) => {
      const { github, repository } = openGitHub(files);
      const openStore = (branch = 'main') => createTestStore(github, { ...options, branch });
      return Promise.resolve({
        store: openStore(),
        openStore,
        push: (changes, message = 'Change from outside\n') =>
          Promise.resolve(toCommitSha(repository.push({ changes, message }))),
        entries: (commit) =>
          Promise.resolve(new Map(walk(repository, repository.objects.commit(commit).tree, ''))),
        close: () => Promise.resolve(),
      });
    };

  return { openGitHub, harness };
};
