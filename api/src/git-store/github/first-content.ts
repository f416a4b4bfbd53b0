import { ulid } from 'ulid';
import { effectiveChanges } from '../effective-changes.ts';
import type { CommitSha } from '../git-store.ts';
import { describeFailure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { certainError, unavailable } from './store-error.ts';
import { writeCommit } from './write-commit.ts';

/** The files that an empty repository begins with, by their paths; at least one. */
export type FirstContent = () => Promise<ReadonlyMap<string, Uint8Array>>;

const SUBJECT = 'Begin with the default content';

/**
 * The first commit of a branch. Neither commits nor refs can be made in an empty repository, only a
 * single file: https://docs.github.com/rest/repos/contents#create-or-update-file-contents
 */
const createFirstFile = async (
  repository: GitHubRepository,
  path: string,
  bytes: Uint8Array,
): Promise<CommitSha> => {
  const { octokit, owner, name: repo, branch } = repository;
  try {
    const { data } = await octokit.rest.repos.createOrUpdateFileContents({
      owner,
      repo,
      path,
      branch,
      message: SUBJECT,
      content: Buffer.from(bytes).toString('base64'),
      request: repository.write(),
    });
    return data.commit.sha as CommitSha;
  } catch (error) {
    const failure = describeFailure(error);
    throw certainError(failure, repository, true) ?? unavailable(failure);
  }
};

/** Writes what of the files is not on the branch yet, as one commit. */
export const fillBranch = async (
  repository: GitHubRepository,
  expectedHead: CommitSha,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> => {
  const operationId = ulid();
  const message = `${SUBJECT}\n\nOperation-Id: ${operationId}\n`;
  const changes = effectiveChanges(new Map(), files);
  await writeCommit(repository, { expectedHead, message, operationId, changes: files }, changes);
};

/** Fills an empty repository: one file to have a branch at all, then all of them in one commit. */
export const fillEmptyRepository = async (
  repository: GitHubRepository,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> => {
  const [first] = files;
  if (first === undefined) throw new Error('An empty repository can not begin with nothing');
  await fillBranch(repository, await createFirstFile(repository, ...first), files);
};
