import { readDefaultContent } from 'fixtures/default-content';
import { createGitHub, createGitHubHandlers, type GitHub, type Repository } from 'fixtures/github';
import { setupServer } from 'msw/node';
import {
  createGitHubGitStore,
  type GitHubGitStore,
} from '../../src/core/git-store/github/github-git-store.ts';
import type { WebApp } from '../../src/core/http/pages/web-app.ts';
import { runApp, type RunningApp } from '../../test/run-app.ts';

interface GitHubSite {
  readonly app: RunningApp;
  readonly github: GitHub;
  readonly repository: Repository;
  readonly store: GitHubGitStore;
}

/** Runs the application in this process, with its content at a mocked GitHub. */
export const withGitHubSite = async <Result>(
  files: ReadonlyMap<string, Uint8Array>,
  web: WebApp,
  work: (site: GitHubSite) => Promise<Result>,
): Promise<Result> => {
  const github = createGitHub();
  const repository = github.createRepository('ada/site', { files });
  const store = createGitHubGitStore({
    owner: 'ada',
    name: 'site',
    branch: 'main',
    auth: { token: github.token },
    apiUrl: github.baseUrl,
    firstContent: readDefaultContent,
  });
  const interception = setupServer(...createGitHubHandlers(github));
  interception.listen({ onUnhandledRequest: 'bypass' });
  const app = await runApp(store, { web });
  try {
    return await work({ app, github, repository, store });
  } finally {
    await app.close();
    interception.close();
  }
};
