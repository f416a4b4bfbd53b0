import { readDefaultContent, readFirstContent } from 'fixtures/default-content';
import { createGitHub, type GitHub, type Repository } from 'fixtures/github';
import type { SetupServer } from 'msw/node';
import {
  createGitHubGitStore,
  type GitHubGitStoreOptions,
} from '../src/core/git-store/github/github-git-store.ts';
import type { GitHubAuth } from '../src/core/git-store/github/github-repository.ts';
import { filesOf, type Files, type TestFiles } from './files.ts';
import { interceptGitHub } from './intercept-github.ts';
import type { AppOptions, RunningApp } from './run-app.ts';
import { serveTestApp } from './serve-test-app.ts';

export interface GitHubTestServer extends RunningApp {
  readonly github: GitHub;
  /** The repository ada/site at the mocked GitHub. */
  readonly repository: Repository;
  /** Starts the application again with empty caches, like a new process. */
  restart(): Promise<RunningApp>;
}

interface Options extends AppOptions {
  /** The default content unless given; null for an empty repository. */
  readonly files?: Files | TestFiles | null;
  /** The mocked GitHub's own token unless given. */
  readonly auth?: (github: GitHub) => GitHubAuth;
  readonly store?: Partial<GitHubGitStoreOptions>;
}

/**
 * Returns a function that starts the real application over HTTP, with its content at a GitHub that
 * MSW mocks at api.github.com. Both end with the test.
 */
export const githubTestServers = (server: SetupServer) => {
  const intercept = interceptGitHub(server);
  return async (options: Options = {}): Promise<GitHubTestServer> => {
    const github: GitHub = createGitHub();
    const files = options.files === undefined ? await readDefaultContent() : options.files;
    const repository = github.createRepository('ada/site', files ? { files: filesOf(files) } : {});
    intercept(github);
    const auth = options.auth?.(github) ?? { token: github.token };
    const restart = () =>
      serveTestApp(
        createGitHubGitStore({
          owner: repository.owner,
          name: repository.name,
          branch: 'main',
          auth,
          apiUrl: github.baseUrl,
          firstContent: () => readFirstContent('http://localhost:3000'),
          retryDelayMs: 1,
          ...options.store,
        }),
        options,
      );
    return { ...(await restart()), github, repository, restart };
  };
};
