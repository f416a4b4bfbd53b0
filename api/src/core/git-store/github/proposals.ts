/** Pull requests on the branch: https://docs.github.com/graphql/reference/objects#pullrequest */
import * as v from 'valibot';
import { StoreRefused } from '../errors.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha, GitStore, ProposalInfo } from '../git-store.ts';
import type { Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { describeCommit, type History } from './history.ts';
import { withRetries } from './retries.ts';

/** GitHub counts a point for 100 connections, however few nodes they have: 24 for this query. */
const QUERY = `query Proposals($owner: String!, $repo: String!, $base: String!) {
  repository(owner: $owner, name: $repo) {
    pullRequests(
      states: OPEN, baseRefName: $base, first: 100, orderBy: { field: CREATED_AT, direction: DESC }
    ) {
      totalCount
      nodes {
        number title url date: createdAt head: headRefOid branch: headRefName
        isFork: isCrossRepository review: reviewDecision author { login }
        files(first: 100) { nodes { path } }
        commits(last: 1) { nodes { commit {
          sha: oid message author { name email } committer { name email date }
          parents(first: 1) { nodes { sha: oid } }
          checks: statusCheckRollup { state } status { context(name: "content") { state description } }
        } } }
        reviewThreads(last: 20) { nodes {
          isResolved path line
          comments(first: 10) { nodes { author { login } text: body date: createdAt url } }
        } }
      }
    }
  }
}`;
const COMMENTS_MAX = 50;

const text = v.string();
const maybe = v.nullable(text);
const sha = v.custom<CommitSha>(isCommitSha);
const listOf = <Node extends v.GenericSchema>(node: Node) => v.object({ nodes: v.array(node) });
const person = { name: maybe, email: maybe };
/** Null for a deleted account. */
const account = v.nullable(v.object({ login: text }));
const status = v.object({ state: text, description: maybe });
const commitSchema = v.object({
  ...{ sha, message: text, parents: listOf(v.object({ sha })) },
  author: v.nullable(v.object(person)),
  committer: v.nullable(v.object({ ...person, date: text })),
  // Both are null without the permission to read them.
  checks: v.nullable(v.object({ state: text })),
  status: v.nullable(v.object({ context: v.nullable(status) })),
});
const threadSchema = v.object({
  ...{ isResolved: v.boolean(), path: text, line: v.nullable(v.number()) },
  comments: listOf(v.object({ author: account, text, date: text, url: text })),
});
const pullRequestSchema = v.object({
  ...{ number: v.number(), title: text, url: text, date: text, head: sha, branch: text },
  ...{ isFork: v.boolean(), review: maybe, author: account, reviewThreads: listOf(threadSchema) },
  files: v.nullable(listOf(v.object({ path: text }))),
  commits: listOf(v.object({ commit: commitSchema })),
});
const pullRequests = v.object({ totalCount: v.number(), nodes: v.array(pullRequestSchema) });
const responseSchema = v.object({ repository: v.object({ pullRequests }) });

const commentsOf = ({ path, line, comments }: v.InferOutput<typeof threadSchema>) =>
  comments.nodes.map(({ author, ...comment }) => ({
    ...{ path, author: author?.login ?? 'ghost', ...comment, ...(line !== null && { line }) },
  }));

const checksOf = (state: string) => {
  if (/FAILURE|ERROR/.test(state)) return 'failed';
  return state === 'SUCCESS' ? 'passed' : 'running';
};

const toProposal = (pullRequest: v.InferOutput<typeof pullRequestSchema>): ProposalInfo => {
  const { number, author, isFork, branch, review, files, commits, reviewThreads, ...same } =
    pullRequest;
  const { checks, status: own } = commits.nodes[0]?.commit ?? {};
  const problem = checksOf(own?.context?.state ?? '') === 'failed' && own?.context?.description;
  const unresolved = reviewThreads.nodes.filter(({ isResolved }) => !isResolved);
  // APPROVED, CHANGES_REQUESTED, or REVIEW_REQUIRED.
  const decision = review?.toLowerCase().replace('review_', '').replace('_', '-');
  return {
    ...{ ...same, id: String(number), author: author?.login ?? 'ghost' },
    ...(isFork ? { isFork } : { branch }),
    ...(decision !== undefined && { review: decision as NonNullable<ProposalInfo['review']> }),
    ...(checks && { checks: checksOf(checks.state) }),
    ...(problem && { problem }),
    paths: files?.nodes.map(({ path }) => path) ?? [],
    comments: unresolved.flatMap(commentsOf).slice(0, COMMENTS_MAX),
  };
};

type Opened = Pick<v.InferOutput<typeof pullRequestSchema>, 'number' | 'url'>;

export const createProposals = (
  repository: GitHubRepository,
  history: Pick<History, 'remember'>,
): Required<Pick<GitStore, 'proposals' | 'pullRequests'>> => {
  const { octokit, owner, name: repo, branch: base } = repository;
  const { pulls, repos } = octokit.rest;
  const where = { ...repository, permission: 'Pull requests' };

  const parse = (data: unknown) => v.parse(responseSchema, data).repository.pullRequests;
  const readList = async () => parse(await octokit.graphql(QUERY, { owner, repo, base }));

  // What the token may not read of a pull request is an error beside the data.
  const parsePartial = ({ types, data }: Failure) =>
    types.every((type) => type === 'FORBIDDEN') && v.is(responseSchema, data)
      ? Promise.resolve(parse(data))
      : undefined;
  const readOpen = () => withRetries({ ...where, recover: parsePartial }, readList);

  const findOpen = async (branch: string) =>
    (await readOpen()).nodes.find((open) => open.branch === branch && !open.isFork);

  return {
    proposals: async () => {
      const { nodes, totalCount } = await readOpen();
      for (const { commit } of nodes.flatMap(({ commits }) => commits.nodes))
        history.remember(describeCommit(commit.sha, commit, commit.parents.nodes));
      const more = totalCount > nodes.length && nodes[0]?.url.replace(/\/pull\/\d+$/, '/pulls');
      return { proposals: nodes.map(toProposal), ...(more && { more }) };
    },

    pullRequests: {
      // Repeating is safe: GitHub allows a branch one open pull request.
      open: async ({ branch: head, ...content }) => {
        const create = async () => {
          const { data } = await pulls.create({ owner, repo, base, head, ...content });
          return { number: data.number, url: data.html_url };
        };
        const recover = ({ status }: Failure) => (status === 422 ? findOpen(head) : undefined);
        const opening = { ...where, isWrite: true, recover };
        const opened = await withRetries<Opened | undefined>(opening, create);
        if (opened) return { id: String(opened.number), url: opened.url };
        throw new StoreRefused(`GitHub opens no pull request for the branch "${head}".`);
      },

      setStatus: async (commit, { state, description, url }) => {
        const call = { owner, repo, sha: commit, state, description: description.slice(0, 140) };
        const link = url === undefined ? {} : { target_url: url };
        const setting = { ...repository, permission: 'Commit statuses', isWrite: true };
        await withRetries(setting, () =>
          repos.createCommitStatus({ ...call, ...link, context: 'content' }),
        );
      },
    },
  };
};
