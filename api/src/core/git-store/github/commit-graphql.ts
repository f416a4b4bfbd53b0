import * as v from 'valibot';
import type { EffectiveChanges } from '../changes.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitRequest, CommitSha } from '../git-store.ts';
import type { GitHubRepository } from './github-repository.ts';
import type { WrittenCommit } from './write-commit.ts';

/**
 * One request, compare-and-swap on the head, signed by GitHub.
 * https://docs.github.com/graphql/reference/mutations#createcommitonbranch
 */

/** The most bytes that a file's path and punctuation add. */
const FILE_OVERHEAD_BYTES = 500;

const MUTATION = `mutation Commit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid author { email } } }
}`;

const responseSchema = v.object({
  createCommitOnBranch: v.object({
    commit: v.object({
      oid: v.custom<CommitSha>(isCommitSha),
      author: v.nullish(v.object({ email: v.nullish(v.string()) })),
    }),
  }),
});

/** The changes' size in base64 bytes; infinite with stored blobs, which a mutation can't name. */
export const mutationBytes = (changes: EffectiveChanges): number => {
  let bytes = 0;
  for (const file of changes.values()) {
    if (file && !file.bytes) return Infinity;
    bytes += FILE_OVERHEAD_BYTES + Math.ceil((file?.size ?? 0) / 3) * 4;
  }
  return bytes;
};

const fileChanges = (changes: EffectiveChanges) => {
  const entries = [...changes];
  return {
    additions: entries.flatMap(([path, file]) =>
      file?.bytes ? [{ path, contents: Buffer.from(file.bytes).toString('base64') }] : [],
    ),
    deletions: entries.flatMap(([path, file]) => (file ? [] : [{ path }])),
  };
};

/** GitHub puts an empty line between headline and body, as git does. */
const messageParts = (message: string) => {
  const [headline = '', ...rest] = message.split('\n');
  const body = rest.join('\n').replace(/^\n/, '');
  return body === '' ? { headline } : { headline, body };
};

/** Returns the new commit. Throws Octokit's errors. */
export const commitWithGraphql = async (
  repository: GitHubRepository,
  { expectedHead, message, signal }: CommitRequest,
  changes: EffectiveChanges,
): Promise<WrittenCommit> => {
  const { octokit, owner, name, branch } = repository;
  const input = {
    branch: { repositoryNameWithOwner: `${owner}/${name}`, branchName: branch },
    expectedHeadOid: expectedHead,
    message: messageParts(message),
    fileChanges: fileChanges(changes),
  };
  const request = repository.transferring(mutationBytes(changes), signal);
  const response = await octokit.graphql(MUTATION, { input, request });
  const { oid, author } = v.parse(responseSchema, response).createCommitOnBranch.commit;
  return { sha: oid, authorEmail: author?.email ?? undefined };
};
