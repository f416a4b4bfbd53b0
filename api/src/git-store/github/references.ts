import { toCommitSha } from '../git-object-id.ts';
import type { CommitSha, Reference } from '../git-store.ts';
import type { GitHubRepository } from './github-repository.ts';
import { withRetries } from './retries.ts';

/**
 * Returns the ref of a branch or pull request. GitHub keeps the newest commit of each pull request,
 * also from a fork, as a ref of the repository, which is readable without the permission for pull
 * requests:
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/reviewing-changes-in-pull-requests/checking-out-pull-requests-locally
 */
const refOf = (reference: Reference): string =>
  'branch' in reference ? `heads/${reference.branch}` : `pull/${reference.pull}/head`;

/** Throws `NotFound` when there is no such branch or pull request. */
export const readReference = (
  repository: GitHubRepository,
  reference: Reference,
): Promise<CommitSha> => {
  const { octokit, owner, name: repo } = repository;
  return withRetries(
    repository,
    async () => {
      const { data } = await octokit.rest.git.getRef({ owner, repo, ref: refOf(reference) });
      return toCommitSha(data.object.sha);
    },
    { notFoundMessage: 'There is no such branch or pull request' },
  );
};

/** Creates the repository's branch at a commit, or leaves it as it is. */
export const createBranch = (
  repository: GitHubRepository,
  sha: CommitSha,
  signal?: AbortSignal,
): Promise<unknown> => {
  const { octokit, owner, name: repo, branch } = repository;
  const request = repository.transferring(0, signal);
  const call = { owner, repo, ref: `refs/heads/${branch}`, sha, request };
  return withRetries<unknown>(repository, () => octokit.rest.git.createRef(call), {
    isWrite: true,
    recover: ({ message }) => (/already exists/i.test(message) ? Promise.resolve() : undefined),
  });
};
