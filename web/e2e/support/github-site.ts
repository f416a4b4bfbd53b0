import { createGitHub, startGitHubServer, type GitHub, type Repository } from 'fixtures/github';
import type { ContentFiles } from './content-repository.ts';

export interface AtGitHub {
  readonly github: GitHub;
  readonly repository: Repository;
  /** The address that the server uses for it. */
  readonly apiUrl: string;
  /** What a site needs to have its content there. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs a mocked GitHub with a repository of these files while a fixture is used. */
export const provideGitHub = async (
  files: ContentFiles,
  provide: (atGitHub: AtGitHub) => Promise<void>,
): Promise<void> => {
  const github = createGitHub();
  const repository = github.createRepository('ada/site', { files });
  const server = await startGitHubServer(github, { port: 0 });
  const environment = {
    CONTENT_REPOSITORY: 'ada/site',
    GITHUB_TOKEN: github.token,
    GITHUB_API_URL: server.url,
    SESSION_SECRET: 'a secret of sessions that is long enough',
  };
  await provide({ github, repository, apiUrl: server.url, environment });
  await server.close();
};
