import * as v from 'valibot';
import type { EffectiveChanges, NewFile } from '../changes.ts';
import { toCommitSha } from '../git-object-id.ts';
import type { CommitRequest, CommitSha, Tree } from '../git-store.ts';
import type { GitHubRepository } from './github-repository.ts';
import type { WrittenCommit } from './write-commit.ts';

/**
 * Writes changes that are too large for one request, contain stored blobs or are a merge: first the
 * blobs, then tree, commit and ref. Nothing is visible until the ref moves, so this is one commit.
 */

type TreeEntries = NonNullable<
  Parameters<GitHubRepository['octokit']['rest']['git']['createTree']>[0]
>['tree'];

/** Returns the blob's id. Throws Octokit's errors. */
export const uploadBlob = async (
  repository: GitHubRepository,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<string> => {
  const { octokit, owner, name: repo } = repository;
  const content = Buffer.from(bytes).toString('base64');
  const request = repository.transferring(content.length, signal);
  const { data } = await octokit.rest.git.createBlob({
    owner,
    repo,
    content,
    encoding: 'base64',
    request,
  });
  return data.sha;
};

/** The bytes as text; undefined if they are none, which GitHub rejects in the tree's request. */
const asText = (bytes: Uint8Array): string | undefined => {
  const text = Buffer.from(bytes).toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
};

/** Entries per request, so that GitHub has built a tree before a request times out. */
const TREE_MAX_ENTRIES = 500;

/** Longer texts would make that request too large. */
const INLINE_MAX_BYTES = 16 * 1024;

/** The file's text for the tree's request, or the id of its blob, which is uploaded first. */
const contentOf = async (
  repository: GitHubRepository,
  { sha, size, bytes }: NewFile,
  signal: AbortSignal | undefined,
): Promise<{ content: string } | { sha: string }> => {
  if (!bytes) return { sha };
  const content = size <= INLINE_MAX_BYTES ? asText(bytes) : undefined;
  return content === undefined ? { sha: await uploadBlob(repository, bytes, signal) } : { content };
};

/** Uploads one file after the other, because GitHub asks clients not to create in parallel. */
export const uploadAll = async (
  repository: GitHubRepository,
  changes: EffectiveChanges,
  before: Tree,
  signal?: AbortSignal,
): Promise<TreeEntries> => {
  const entries: TreeEntries = [];
  for (const [path, file] of changes) {
    const mode = (before.get(path) ?? file)?.executable ? '100755' : '100644';
    const content = file ? await contentOf(repository, file, signal) : { sha: null };
    entries.push({ path, mode, type: 'blob', ...content });
  }
  return entries;
};

const BASE = `query CommitBase($owner: String!, $name: String!, $oid: GitObjectID!) {
  repository(owner: $owner, name: $name) { id object(oid: $oid) { ... on Commit { tree { oid } } } }
}`;
const object = v.object({ tree: v.object({ oid: v.string() }) });
const baseSchema = v.object({ repository: v.object({ id: v.string(), object }) });

/** Returns the repository's id and the commit's tree. Throws Octokit's errors. */
export const readCommitBase = async (
  repository: GitHubRepository,
  oid: CommitSha,
  signal?: AbortSignal,
) => {
  const { octokit, owner, name } = repository;
  const variables = { owner, name, oid, request: repository.transferring(0, signal) };
  return v.parse(baseSchema, await octokit.graphql(BASE, variables)).repository;
};

const SWAP = `mutation SwapHead($input: UpdateRefsInput!) {
  updateRefs(input: $input) { clientMutationId }
}`;

/**
 * Moves the branch if it is at `beforeOid`. Throws Octokit's errors.
 * https://docs.github.com/graphql/reference/mutations#updaterefs
 */
export const swapHead = async (
  repository: GitHubRepository,
  repositoryId: string,
  move: { beforeOid: CommitSha; afterOid: CommitSha; force: boolean },
  signal?: AbortSignal,
): Promise<void> => {
  const name = `refs/heads/${repository.branch}`;
  const input = { repositoryId, refUpdates: [{ name, ...move }] };
  await repository.octokit.graphql(SWAP, { input, request: repository.transferring(0, signal) });
};

/** Returns the new commit. Files keep their mode in `before`. Throws Octokit's errors. */
export const commitWithRest = async (
  repository: GitHubRepository,
  { expectedHead, message, merges, signal }: CommitRequest,
  changes: EffectiveChanges,
  before: Tree,
): Promise<WrittenCommit> => {
  const { octokit, owner, name: repo, branch } = repository;
  const { git } = octokit.rest;
  const tree = await uploadAll(repository, changes, before, signal);
  const request = () => repository.transferring(0, signal);
  // `base_tree` takes no commit id.
  const base = await readCommitBase(repository, expectedHead, signal);
  let base_tree = base.object.tree.oid;
  for (let from = 0; from < tree.length; from += TREE_MAX_ENTRIES) {
    const entries = tree.slice(from, from + TREE_MAX_ENTRIES);
    const call = { owner, repo, base_tree, tree: entries, request: request() };
    base_tree = (await git.createTree(call)).data.sha;
  }
  const commit = await git.createCommit({
    owner,
    repo,
    message,
    tree: base_tree,
    parents: [expectedHead, merges ?? []].flat(),
    request: request(),
  });
  const sha = toCommitSha(commit.data.sha);
  if (merges !== undefined) {
    // The second parent may descend from a head that the branch has moved to.
    const move = { beforeOid: expectedHead, afterOid: sha, force: false };
    await swapHead(repository, base.id, move, signal);
  } else {
    // Not forced: when the branch has moved, its head is no ancestor of this commit, and GitHub refuses.
    await git.updateRef({ owner, repo, ref: `heads/${branch}`, sha, request: request() });
  }
  return { sha, authorEmail: commit.data.author.email };
};
