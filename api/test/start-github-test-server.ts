import { readDefaultContent } from 'fixtures/default-content';
import { createGitHub, startGitHubServer, type GitHub, type Repository } from 'fixtures/github';
import { expect, onTestFinished } from 'vitest';
import {
  createGitHubGitStore,
  type GitHubGitStoreOptions,
} from '../src/git-store/github/github-git-store.ts';
import type { GitHubAuth } from '../src/git-store/github/github-repository.ts';
import type { AppOptions, RunningApp } from './run-app.ts';
import { serveTestApp } from './serve-test-app.ts';

export interface GitHubTestServer extends RunningApp {
  readonly github: GitHub;
  /** What GitHub has of ada/site. */
  readonly repository: Repository;
  /** The same application as a new process has it, which knows nothing yet. */
  restart(): Promise<RunningApp>;
}

interface Options extends AppOptions {
  /** The default content unless given; null for an empty repository. */
  readonly files?: ReadonlyMap<string, Uint8Array> | null;
  /** The mocked GitHub's own token unless given. */
  readonly auth?: (github: GitHub) => GitHubAuth;
  readonly store?: Partial<GitHubGitStoreOptions>;
}

/** The real application with its content at a mocked GitHub, both over HTTP; they end with the test. */
export const startGitHubTestServer = async (options: Options = {}): Promise<GitHubTestServer> => {
  const github = createGitHub();
  const files = options.files === undefined ? await readDefaultContent() : options.files;
  const repository = github.createRepository('ada/site', files ? { files } : {});
  const { url: apiUrl, close } = await startGitHubServer(github, { port: 0 });
  onTestFinished(async () => {
    await close();
    expect(github.requests.unknown).toEqual([]);
  });
  const auth = options.auth?.(github) ?? { token: github.token };
  const restart = () =>
    serveTestApp(
      createGitHubGitStore({
        owner: repository.owner,
        name: repository.name,
        branch: 'main',
        auth,
        apiUrl,
        firstContent: readDefaultContent,
        retryDelayMs: 1,
        ...options.store,
      }),
      options,
    );
  return { ...(await restart()), github, repository, restart };
};
