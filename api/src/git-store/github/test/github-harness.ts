import { createGitHub, type GitHub, type Repository } from 'fixtures/github';
import { expect } from 'vitest';
import type { CreateHarness, GitEntry, OutsideFiles } from '../../contract/harness.ts';
import { toCommitSha } from '../../git-object-id.ts';
import {
  createGitHubGitStore,
  type GitHubGitStore,
  type GitHubGitStoreOptions,
} from '../github-git-store.ts';

const FULL_NAME = 'ada/site';

/** A store on the repository that `openGitHub` makes; without waiting where GitHub would. */
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
    fetch: github.fetch,
    retryDelayMs: 1,
    firstContent: () => Promise.resolve(new Map([['readme.md', Buffer.from('hello\n')]])),
    ...options,
  });

/** A mocked GitHub with one repository; empty without files. */
export const openGitHub = (files?: OutsideFiles) => {
  const github = createGitHub();
  const repository = github.createRepository(FULL_NAME, files ? { files } : {});
  return { github, repository };
};

const walk = (repository: Repository, tree: string, prefix: string): [string, GitEntry][] =>
  repository.objects.tree(tree).flatMap(({ name, mode, sha }): [string, GitEntry][] => {
    const path = `${prefix}${name}`;
    const below = mode === '040000' ? walk(repository, sha, `${path}/`) : [];
    return [[path, { mode, sha }], ...below];
  });

/** Makes harnesses of a repository of the mocked GitHub, and of what is really stored in it. */
export const githubHarness =
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
      close: () => {
        expect(github.requests.unknown).toEqual([]);
        return Promise.resolve();
      },
    });
  };
