/** What is known of a repository at GitHub without asking: its web pages, and what responses say of the quotas. */
import type { StoreInfo } from '../git-store.ts';
import type { GitHubRepositoryOptions, GitHubResponse } from './github-repository.ts';

/** The repository's name and its web pages. */
export const describeRepository = ({
  apiUrl,
  owner,
  name,
  branch,
}: GitHubRepositoryOptions): Omit<StoreInfo, 'requestsLeft'> => {
  // https://api.github.com, or https://HOST/api/v3 of GitHub Enterprise.
  const site = apiUrl.replace('//api.github.com', '//github.com').replace(/\/api\/v3\/?$/, '');
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
      // `plain` shows a Markdown file as it is written, with line numbers.
      file: (path, line) =>
        page('blob', ...branchNames, ...path.split('/')) +
        (line === undefined ? '' : `?plain=1#L${line}`),
      blame: (path) => page('blame', ...branchNames, ...path.split('/')),
      fileAt: (commit, path) => page('blob', commit, ...path.split('/')),
    },
  };
};

/** What responses say is left of the quotas, each until it begins again. */
export const createQuotas = () => {
  const quotas = new Map<string, NonNullable<GitHubResponse['quota']>>();
  return {
    note: ({ quota }: GitHubResponse): void => {
      if (quota) quotas.set(quota.resource, quota);
    },
    /** Of the quota that is nearest to its end; undefined while none is known. */
    least: (): number | undefined => {
      const known = [...quotas.values()].filter(({ resetAt }) => resetAt > Date.now());
      return known.length === 0 ? undefined : Math.min(...known.map((it) => it.remaining));
    },
  };
};
