/** GitHub Apps that are made from a manifest: https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest */
import {
  openGitHubRepository,
  type GitHubAuth,
  type GitHubRepository,
} from './github-repository.ts';
import { withRetries } from './retries.ts';

interface App {
  readonly apiUrl: string;
  readonly appId: string;
  readonly privateKey: string;
}

/** Requests about the App itself use none, but Octokit wants one. */
const NO_INSTALLATION = -1;

const open = (apiUrl: string, auth: GitHubAuth): GitHubRepository =>
  openGitHubRepository({ owner: '', name: '', branch: '', apiUrl, auth });

/** Exchanges the code, which works once, within an hour. Throws `NotFound`. */
export const exchangeManifestCode = async (apiUrl: string, code: string) => {
  const github = open(apiUrl, { token: '' });
  const notFoundMessage = 'GitHub no longer knows this code. Create the App again.';
  const { data } = await withRetries({ ...github, notFoundMessage }, () =>
    github.octokit.rest.apps.createFromManifest({ code }),
  );
  return {
    ...{ apiUrl, appId: String(data.id), name: data.name, url: data.html_url },
    ...{ privateKey: data.pem, webhookSecret: data.webhook_secret ?? '' },
  };
};

/** The repositories that an App is installed on. Throws `NotFound` for an App that was deleted. */
export const listAppRepositories = async ({ apiUrl, ...app }: App) => {
  const github = open(apiUrl, { ...app, installationId: NO_INSTALLATION });
  const notFoundMessage = 'GitHub no longer knows the App. Create it again.';
  const installations = await withRetries({ ...github, notFoundMessage }, () =>
    github.octokit.paginate('GET /app/installations', { per_page: 100 }),
  );
  const lists = installations.map(async ({ id }) => {
    const installed = open(apiUrl, { ...app, installationId: id });
    const repositories = await withRetries(installed, () =>
      installed.octokit.paginate('GET /installation/repositories', { per_page: 100 }),
    );
    return repositories.map((repository) => ({
      name: repository.full_name,
      isPublic: !repository.private,
      installationId: id,
    }));
  });
  return (await Promise.all(lists)).flat();
};
