/** A repository's properties and web pages, and the quotas that GitHub's responses report. */
import { RateLimited } from '../errors.ts';
import type { StoreInfo } from '../git-store.ts';
import type { GitHubRepository, GitHubRepositoryOptions, Quota } from './github-repository.ts';
import { withRetries } from './retries.ts';

/** Throws `RepositoryMissing`, and `PermissionDenied` for wrong credentials. */
export const readProperties = (repository: GitHubRepository) =>
  withRetries(repository, async () => {
    const { get } = repository.octokit.rest.repos;
    const { data } = await get({ owner: repository.owner, repo: repository.name });
    // Those of a renamed repository are new.
    const [owner = '', name = ''] = data.full_name.split('/');
    return { owner, name, isPublic: !data.private, defaultBranch: data.default_branch };
  });

/** The address of GitHub, or of the GitHub Enterprise Server with this API. */
export const siteOf = (apiUrl: string): string =>
  apiUrl.replace('//api.github.com', '//github.com').replace(/\/api\/v3\/?$/, '');

/** The inverse of `siteOf`. */
export const apiUrlOf = (site: string): string =>
  site === 'https://github.com' ? 'https://api.github.com' : `${site}/api/v3`;

/** Returns the repository's name and its web pages. Sends no request. */
export const describeRepository = ({ apiUrl, owner, name, branch }: GitHubRepositoryOptions) => {
  const site = siteOf(apiUrl);
  const page = (...names: string[]): string =>
    `${site}/${[owner, name, ...names].map(encodeURIComponent).join('/')}`;
  const branchNames = branch.split('/');
  return {
    kind: 'github',
    repository: `${owner}/${name}`,
    branch,
    pages: {
      repository: page(),
      branch: page('tree', ...branchNames),
      commit: (commit) => page('commit', commit),
      // `plain` shows the source of a Markdown file, with line numbers.
      file: (path, line?: number) =>
        page('blob', ...branchNames, ...path.split('/')) +
        (line === undefined ? '' : `?plain=1#L${line}`),
      edit: (path) => page('edit', ...branchNames, ...path.split('/')),
      blame: (path) => page('blame', ...branchNames, ...path.split('/')),
      fileAt: (commit, path) => page('blob', commit, ...path.split('/')),
    },
  } satisfies StoreInfo;
};

/** The share of each quota that is kept for the owner's acts. */
const RESERVE = 0.3;

export const createQuotas = () => {
  const quotas = new Map<string, Quota>();
  const current = (): Quota[] => [...quotas.values()].filter(({ resetAt }) => resetAt > Date.now());
  const scarce = (): Quota | undefined =>
    current().find(({ remaining, limit }) => remaining < RESERVE * limit);
  return {
    note: (quota: Quota): void => void quotas.set(quota.resource, quota),
    /** The remaining requests of the scarcest quota; undefined while none is known. */
    least: (): number | undefined => {
      const all = current();
      return all.length === 0 ? undefined : Math.min(...all.map(({ remaining }) => remaining));
    },
    isScarce: (): boolean => scarce() !== undefined,
    /** Throws `RateLimited` while the rest is kept for the owner. */
    rejectIfScarce: (): void => {
      const quota = scarce();
      if (!quota) return;
      const message = 'The rest of GitHub’s requests in this hour is kept for the owner.';
      throw new RateLimited(message, new Date(quota.resetAt));
    },
  };
};
