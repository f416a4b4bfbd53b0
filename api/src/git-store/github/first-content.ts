/**
 * Fills an empty repository. There, GitHub creates no trees, commits or refs, only a commit of a
 * single file, which is then replaced: `decisions/006-first-commit-is-replaced.md`.
 */

import { ulid } from 'ulid';
import { RepositoryMissing } from '../errors.ts';
import { blobShaOf, toCommitSha } from '../git-object-id.ts';
import type { Changes, CommitRequest, CommitSha, Tree } from '../git-store.ts';
import { asText, readCommitBase, swapHead, uploadBlob } from './commit-rest.ts';
import { describeFailure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { toStoreError, unavailableError } from './store-error.ts';

/** The files of an empty repository's first content, by path; none if it may not be filled. */
export type FirstContent = () => Promise<ReadonlyMap<string, Uint8Array>>;

export const FIRST_SUBJECT = 'Begin with the default content';

const firstOf = (files: ReadonlyMap<string, Uint8Array>): [string, Uint8Array] => {
  const [first] = files;
  if (!first) throw new RepositoryMissing('The repository at GitHub is empty.');
  return first;
};

/**
 * Creates the branch with a commit of the first file.
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
      message: `Create ${path}`,
      content: Buffer.from(bytes).toString('base64'),
    });
    return toCommitSha(data.commit.sha ?? '');
  } catch (error) {
    const failure = describeFailure(error);
    throw toStoreError(failure, repository, true) ?? unavailableError(failure);
  }
};

/** Whether a branch holds the first of the files and nothing else: filling it was interrupted. */
export const isIncomplete = (tree: Tree, files: ReadonlyMap<string, Uint8Array>): boolean => {
  if (files.size < 2) return false;
  const [path, bytes] = firstOf(files);
  return tree.size === 1 && tree.get(path)?.sha === blobShaOf(bytes);
};

const messageFor = (subject: string, operationId: string): string =>
  `${subject}\n\nOperation-Id: ${operationId}\n`;

/** Returns the request for a commit that adds the other files. */
export const fillRequest = (
  expectedHead: CommitSha,
  changes: Changes,
  subject: string,
): CommitRequest => {
  const operationId = ulid();
  return { expectedHead, message: messageFor(subject, operationId), operationId, changes };
};

/**
 * Replaces the branch's only commit, `first`, by one with all the files, unless the branch has
 * moved. Returns the new commit. Throws Octokit's errors; the commit may have been replaced even
 * then.
 */
export const replaceFirstCommit = async (
  repository: GitHubRepository,
  first: CommitSha,
  files: ReadonlyMap<string, Uint8Array>,
  subject: string,
): Promise<CommitSha> => {
  const { octokit, owner, name: repo } = repository;
  const { git } = octokit.rest;
  const tree = [];
  for (const [path, bytes] of files) {
    const content = asText(bytes);
    const item = { path, mode: '100644', type: 'blob' } as const;
    if (content === undefined) tree.push({ ...item, sha: await uploadBlob(repository, bytes) });
    else tree.push({ ...item, content });
  }
  const built = await git.createTree({ owner, repo, tree });
  const message = messageFor(subject, ulid());
  const commit = { owner, repo, message, tree: built.data.sha, parents: [] };
  const afterOid = toCommitSha((await git.createCommit(commit)).data.sha);
  const { id } = await readCommitBase(repository, first);
  await swapHead(repository, id, { beforeOid: first, afterOid, force: true });
  return afterOid;
};
