/**
 * Fills an empty repository. There, GitHub creates no trees, commits or refs, only a commit of a
 * single file, which is then replaced: `decisions/006-first-commit-is-replaced.md`.
 */

import { effectiveChanges } from '../changes.ts';
import { RepositoryMissing } from '../errors.ts';
import { blobShaOf, toCommitSha } from '../git-object-id.ts';
import type { CommitRequest, CommitSha, Tree } from '../git-store.ts';
import { readCommitBase, swapHead, uploadAll } from './commit-rest.ts';
import type { GitHubRepository } from './github-repository.ts';
import { withRetries } from './retries.ts';

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
  const content = Buffer.from(bytes).toString('base64');
  const call = { owner, repo, path, branch, message: `Create ${path}`, content };
  // Repeating is safe: GitHub refuses to create a file that is there.
  const { data } = await withRetries({ ...repository, isWrite: true }, () =>
    octokit.rest.repos.createOrUpdateFileContents(call),
  );
  return toCommitSha(data.commit.sha ?? '');
};

/** Whether a branch holds the first of the files and nothing else: filling it was interrupted. */
export const isIncomplete = (tree: Tree, files: ReadonlyMap<string, Uint8Array>): boolean => {
  if (files.size < 2) return false;
  const [path, bytes] = firstOf(files);
  return tree.size === 1 && tree.get(path)?.sha === blobShaOf(bytes);
};

/**
 * Replaces the branch's only commit by one with all the files, unless the branch has moved. Returns
 * the new commit. Throws Octokit's errors; the commit may have been replaced even then.
 */
export const replaceFirstCommit = async (
  repository: GitHubRepository,
  { expectedHead: beforeOid, message, changes }: CommitRequest,
): Promise<CommitSha> => {
  const { octokit, owner, name: repo } = repository;
  const { git } = octokit.rest;
  const files = await effectiveChanges(new Map(), [], changes);
  const tree = await uploadAll(repository, files, new Map());
  const built = await git.createTree({ owner, repo, tree });
  const commit = { owner, repo, message, tree: built.data.sha, parents: [] };
  const afterOid = toCommitSha((await git.createCommit(commit)).data.sha);
  const { id } = await readCommitBase(repository, beforeOid);
  await swapHead(repository, id, { beforeOid, afterOid, force: true });
  return afterOid;
};
