import { ulid } from 'ulid';
import { blobShaOf, toCommitSha } from '../git-object-id.ts';
import type { Changes, CommitRequest, CommitSha, Tree } from '../git-store.ts';
import { describeFailure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { toStoreError, unavailable } from './store-error.ts';

/** The files of an empty repository's first content, by path; at least one. */
export type FirstContent = () => Promise<ReadonlyMap<string, Uint8Array>>;

const SUBJECT = 'Begin with the default content';

const firstOf = (files: ReadonlyMap<string, Uint8Array>): [string, Uint8Array] => {
  const [first] = files;
  if (!first) throw new Error('An empty repository can not begin with nothing');
  return first;
};

/**
 * The first commit of a branch, with one of the files. Neither commits nor refs can be made in an
 * empty repository, only a single file:
 * https://docs.github.com/rest/repos/contents#create-or-update-file-contents
 */
export const createFirstFile = async (
  repository: GitHubRepository,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<CommitSha> => {
  const { octokit, owner, name: repo, branch } = repository;
  const [path, bytes] = firstOf(files);
  try {
    const { data } = await octokit.rest.repos.createOrUpdateFileContents({
      owner,
      repo,
      path,
      branch,
      message: SUBJECT,
      content: Buffer.from(bytes).toString('base64'),
    });
    return toCommitSha(data.commit.sha ?? '');
  } catch (error) {
    const failure = describeFailure(error);
    throw toStoreError(failure, repository, true) ?? unavailable(failure);
  }
};

/** Whether a branch holds the first of the files and nothing else: filling it was interrupted. */
export const isIncomplete = (tree: Tree, files: ReadonlyMap<string, Uint8Array>): boolean => {
  const [path, bytes] = firstOf(files);
  return tree.size === 1 && tree.get(path)?.sha === blobShaOf(bytes);
};

/** The commit that adds the other files. */
export const fillRequest = (expectedHead: CommitSha, changes: Changes): CommitRequest => {
  const operationId = ulid();
  const message = `${SUBJECT}\n\nOperation-Id: ${operationId}\n`;
  return { expectedHead, message, operationId, changes };
};
