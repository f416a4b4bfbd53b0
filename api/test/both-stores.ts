import { git } from './git.ts';
import type { Repository as GitHubRepository } from 'fixtures/github';
import { setupServer } from 'msw/node';
import type { CommitSha } from '../src/git-store/git-store.ts';
import type { RunningApp } from './run-app.ts';
import { githubTestServers } from './start-github-test-server.ts';
import { startTestServer } from './start-test-server.ts';

export type TestFiles = Readonly<Record<string, string | Uint8Array | null>>;

/** A running app, with its repository as a developer sees it. */
export interface TestSite extends RunningApp {
  head(): Promise<string>;
  /** The texts of all files of the content branch, or of a commit, by their paths. */
  texts(commit?: string): Promise<Record<string, string>>;
  /** Commits onto the content branch. */
  push(files: TestFiles, message?: string): Promise<string>;
  /** Commits onto a new branch, one commit after the other, and opens a proposal. */
  propose(...commits: TestFiles[]): Promise<{ id: string; head: string }>;
  /** The parents of a commit. */
  parents(commit: string): Promise<readonly string[]>;
}

type Push = Parameters<GitHubRepository['push']>[0];

const bytesOf = (files: TestFiles) =>
  new Map(Object.entries(files).map(([path, it]) => [path, it === null ? null : Buffer.from(it)]));

const startLocal = async (files: TestFiles): Promise<TestSite> => {
  const server = await startTestServer({
    contentMaxAgeSeconds: 0,
    files: bytesOf(files) as Map<string, Buffer>,
  });
  const { outsider, content } = server;
  let count = 0;
  const commit = async (branch: string, from: string, changes: TestFiles, message: string) => {
    const request = { expectedHead: from as CommitSha, branch, operationId: 'none' };
    return (await outsider.commit({ ...request, message, changes: bytesOf(changes) })).head;
  };
  return {
    ...server,
    head: () => outsider.head(),
    texts: async (sha) => {
      const tree = await outsider.list((sha as CommitSha | undefined) ?? (await outsider.head()));
      const bytes = await outsider.read([...tree.values()].map(({ sha: blob }) => blob));
      return Object.fromEntries(
        [...tree].map(([path, { sha: blob }]) => [path, String(bytes.get(blob))]),
      );
    },
    push: async (changes, message = 'A push\n') => {
      const head = await commit('main', await outsider.head(), changes, message);
      await content.reader.refresh();
      return head;
    },
    propose: async (...commits) => {
      count += 1;
      const branch = `idea-${count}`;
      let head: string = await outsider.head();
      for (const changes of commits) head = await commit(branch, head, changes, 'An idea\n');
      content.proposals.forget();
      return { id: branch, head };
    },
    parents: (sha) => {
      const text = git(server.repository, 'show', '-s', '--format=%P', sha);
      return Promise.resolve(text.trim().split(' '));
    },
  };
};

const startGitHubServer = githubTestServers(setupServer());

const startGitHub = async (files: TestFiles): Promise<TestSite> => {
  const server = await startGitHubServer({
    contentMaxAgeSeconds: 0,
    files: bytesOf(files) as Map<string, Buffer>,
  });
  const { repository, content } = server;
  const changesOf = (changes: TestFiles) => Object.fromEntries(bytesOf(changes)) as Push['changes'];
  return {
    ...server,
    head: () => Promise.resolve(repository.head()),
    texts: (sha) =>
      Promise.resolve(
        Object.fromEntries([...repository.files(sha)].map(([path, it]) => [path, String(it)])),
      ),
    push: async (changes, message = 'A push\n') => {
      const head = repository.push({ changes: changesOf(changes), message });
      await content.reader.refresh();
      return head;
    },
    propose: (first = {}, ...others) => {
      const pull = repository.openPullRequest({ title: 'An idea', files: changesOf(first) });
      for (const changes of others) pull.push({ changes: changesOf(changes), message: 'More\n' });
      content.proposals.forget();
      return Promise.resolve({ id: String(pull.number), head: pull.head });
    },
    parents: (sha) => Promise.resolve(repository.commits(sha)[0]?.parents ?? []),
  };
};

/** The two stores, for `test.each`. */
export const STORES = [
  { store: 'the local store', start: startLocal },
  { store: 'GitHub', start: startGitHub },
];
