import { describeFailure } from './failure.ts';
import { findWriteProblem } from './github-git-store.ts';
import { openGitHubRepository, type GitHubRepositoryOptions } from './github-repository.ts';
import { readHeadIfAny } from './head.ts';
import { describeRepository, readProperties } from './repository-info.ts';

/** GitHub checks permissions first, so that an invalid request shows them without an effect. */
const isPermitted = (invalid: Promise<unknown>): Promise<boolean> =>
  invalid.then(
    () => true,
    (error: unknown) => ![403, 404].includes(describeFailure(error).status ?? 0),
  );

const NO_COMMIT = '0'.repeat(40);

export type GitHubDiagnosis = Awaited<ReturnType<typeof diagnoseGitHub>>;

/** Checks the access to the branch, and changes nothing. Throws a store error if reading fails. */
export const diagnoseGitHub = async (options: GitHubRepositoryOptions) => {
  const repository = openGitHubRepository(options);
  const { octokit, owner, name: repo, branch, credentials } = repository;
  const { apps, pulls, rateLimit, repos } = octokit.rest;
  const head = await readHeadIfAny(repository);
  const isProtected =
    head !== undefined && (await repos.getBranch({ owner, repo, branch })).data.protected;
  const { data, headers } = await rateLimit.get();
  const readWebhooks = async () =>
    credentials === 'App'
      ? [(await apps.getWebhookConfigForApp()).data]
      : (await repos.listWebhooks({ owner, repo })).data.map(({ config }) => config);
  const status = { owner, repo, sha: NO_COMMIT, state: 'pending' } as const;
  return {
    /** Undefined if it has no commit yet: it is filled at the first start. */
    head,
    isProtected,
    isPublic: (await readProperties(repository)).isPublic,
    page: describeRepository(options).pages.repository,
    // GitHub rejects blobs in an empty repository, too.
    writeProblem: head === undefined ? undefined : await findWriteProblem(repository),
    /** Whether the credentials have other permissions to write, by their names in GitHub's forms. */
    permissions: {
      'Pull requests': await isPermitted(pulls.create({ owner, repo, head: '', base: '' })),
      'Commit statuses': await isPermitted(repos.createCommitStatus(status)),
    },
    /** The addresses that GitHub sends events to; undefined if the credentials may not see them. */
    webhooks: await readWebhooks().then(
      (configs) => configs.map(({ url = '' }) => url),
      () => undefined,
    ),
    /** The remaining requests of this hour, and the hourly limit. */
    quota: data.resources.core,
    /** Milliseconds by which this machine's clock is ahead of GitHub's; negative where it is behind. */
    clockAheadMs: headers.date === undefined ? 0 : Date.now() - Date.parse(headers.date),
  };
};
