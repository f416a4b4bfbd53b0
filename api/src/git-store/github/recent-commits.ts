import * as v from 'valibot';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import { withReadRetries } from './call.ts';
import type { GitHubRepository } from './github-repository.ts';
import { noSuchBranch } from './store-error.ts';

/** The branch as GraphQL sees it, which is never behind a write as REST may be. */
export interface RecentCommits {
  readonly head: CommitSha;
  /** Newest first. */
  readonly commits: readonly { readonly sha: CommitSha; readonly message: string }[];
}

/** More commits than others make while one write is in doubt. */
const RECENT = 50;

const QUERY = `query RecentCommits($owner: String!, $name: String!, $ref: String!, $first: Int!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) {
      target { oid ... on Commit { history(first: $first) { nodes { oid message } } } }
    }
  }
}`;

const commitSha = v.custom<CommitSha>(isCommitSha);

const answerSchema = v.object({
  repository: v.object({
    ref: v.nullable(
      v.object({
        target: v.object({
          oid: commitSha,
          history: v.object({
            nodes: v.array(
              v.pipe(
                v.object({ oid: commitSha, message: v.string() }),
                v.transform(({ oid, message }) => ({ sha: oid, message })),
              ),
            ),
          }),
        }),
      }),
    ),
  }),
});

/** Throws `NotFound` when there is no such branch. */
export const readRecentCommits = async (repository: GitHubRepository): Promise<RecentCommits> => {
  const { octokit, owner, name, branch } = repository;
  const variables = { owner, name, ref: `refs/heads/${branch}`, first: RECENT };
  const { ref } = await withReadRetries(repository, async () => {
    const answer = await octokit.graphql(QUERY, variables);
    return v.parse(answerSchema, answer).repository;
  });
  if (!ref) throw noSuchBranch(repository);
  return { head: ref.target.oid, commits: ref.target.history.nodes };
};
