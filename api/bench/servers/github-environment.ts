import { createGitHub, startGitHubServer, type GitHub } from 'fixtures/github';
import { withFolder } from './folder.ts';

interface MockedGitHub {
  /** The environment of a site with content there, and an empty disk. */
  readonly environment: Readonly<Record<'DATA_DIR', string>> & Readonly<Record<string, string>>;
  readonly github: GitHub;
}

/** Runs a function with a mocked GitHub over HTTP, which has the files. */
export const withGitHub = <Result>(
  files: ReadonlyMap<string, Uint8Array>,
  work: (mocked: MockedGitHub) => Promise<Result>,
): Promise<Result> =>
  withFolder(async (DATA_DIR) => {
    const github = createGitHub({ baseUrl: 'https://github.example.com/api/v3' });
    github.createRepository('ada/site', { files });
    const server = await startGitHubServer(github, { port: 0 });
    const target = { CONTENT_REPOSITORY: 'ada/site', GITHUB_API_URL: server.url };
    const environment = { ...target, GITHUB_TOKEN: github.token, DATA_DIR };
    return work({ environment, github }).finally(() => server.close());
  });
