import { createCacheRegistry } from '../../cache.ts';
import type { GitStoreError } from '../errors.ts';
import type { CommitSha } from '../git-store.ts';
import { describeFailure } from './failure.ts';
import { findWriteProblem } from './github-git-store.ts';
import { openGitHubRepository, type GitHubRepositoryOptions } from './github-repository.ts';
import { createHead, EmptyRepository } from './head.ts';
import { describeRepository, readProperties } from './repository-info.ts';

/** The state of a repository, found without changing its branch. */
export interface GitHubDiagnosis {
  /** Undefined if it has no commit yet: it is filled at the first start. */
  readonly head: CommitSha | undefined;
  readonly isProtected: boolean;
  /** Whether anyone may read it. */
  readonly isPublic: boolean;
  /** Its page at GitHub. */
  readonly page: string | undefined;
  readonly writeProblem: GitStoreError | undefined;
  /** Whether the credentials have other permissions to write, by their names in GitHub's forms. */
  readonly permissions: Readonly<Record<string, boolean>>;
  /** The addresses that GitHub sends events to; undefined if the credentials may not see them. */
  readonly webhooks: readonly string[] | undefined;
  /** The remaining requests of this hour, and the hourly limit. */
  readonly quota: { readonly remaining: number; readonly limit: number };
  /** Milliseconds by which this machine's clock is ahead of GitHub's; negative where it is behind. */
  readonly clockAheadMs: number;
}

/** Handles the error of reading the head of a repository without commits. */
export const noneIfEmpty = (error: unknown): undefined => {
  if (error instanceof EmptyRepository) return undefined;
  throw error;
};

/** GitHub checks permissions first, so that an invalid request shows them without an effect. */
const isPermitted = (invalid: Promise<unknown>): Promise<boolean> =>
  invalid.then(
    () => true,
    (error: unknown) => ![403, 404].includes(describeFailure(error).status ?? 0),
  );

const NO_COMMIT = '0'.repeat(40);

/**
 * Checks the credentials, the repository and its branch. Throws a store error when reading is
 * impossible.
 */
export const diagnoseGitHub = async (
  options: GitHubRepositoryOptions,
): Promise<GitHubDiagnosis> => {
  const repository = openGitHubRepository(options);
  const { octokit, owner, name: repo, branch, credentials } = repository;
  const { apps, pulls, rateLimit, repos } = octokit.rest;
  const head = await createHead(repository, createCacheRegistry()).read().catch(noneIfEmpty);
  const isProtected =
    head !== undefined && (await repos.getBranch({ owner, repo, branch })).data.protected;
  const { data, headers } = await rateLimit.get();
  const readWebhooks = async () =>
    credentials === 'App'
      ? [(await apps.getWebhookConfigForApp()).data]
      : (await repos.listWebhooks({ owner, repo })).data.map(({ config }) => config);
  const status = { owner, repo, sha: NO_COMMIT, state: 'pending' } as const;
  return {
    head,
    isProtected,
    isPublic: (await readProperties(repository)).isPublic,
    page: describeRepository(options).pages?.repository,
    // GitHub rejects blobs in an empty repository, too.
    writeProblem: head === undefined ? undefined : await findWriteProblem(repository),
    permissions: {
      'Pull requests': await isPermitted(pulls.create({ owner, repo, head: '', base: '' })),
      'Commit statuses': await isPermitted(repos.createCommitStatus(status)),
    },
    webhooks: await readWebhooks().then(
      (configs) => configs.map(({ url = '' }) => url),
      () => undefined,
    ),
    quota: data.resources.core,
    clockAheadMs: headers.date === undefined ? 0 : Date.now() - Date.parse(headers.date),
  };
};
