/** Pull requests on the branch: https://docs.github.com/graphql/reference/objects#pullrequest */
import * as v from 'valibot';
import { StoreRefused } from '../errors.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha, GitStore, ProposalInfo } from '../git-store.ts';
import type { GitHubRepository } from './github-repository.ts';
import type { History } from './history.ts';
import { withRetries } from './retries.ts';

/** GitHub counts a point for 100 connections, however few nodes they have: 24 for this query. */
const QUERY = `query Proposals($owner: String!, $name: String!, $base: String!, $context: String!) {
  repository(owner: $owner, name: $name) {
    pullRequests(
      states: OPEN, baseRefName: $base, first: 100, orderBy: { field: CREATED_AT, direction: DESC }
    ) {
      pageInfo { hasNextPage }
      nodes {
        number title url date: createdAt head: headRefOid branch: headRefName
        isFork: isCrossRepository review: reviewDecision author { login }
        files(first: 100) { nodes { path } }
        commits(last: 1) { nodes { commit {
          sha: oid message author { name email } committer { name email date }
          parents(first: 1) { nodes { sha: oid } }
          checks: statusCheckRollup { state }
          status { context(name: $context) { state description } }
        } } }
        reviewThreads(last: 20) { nodes {
          isResolved path line
          comments(first: 10) { nodes { author { login } text: body date: createdAt url } }
        } }
      }
    }
  }
}`;
/** The `context` of our commit statuses. */
const CONTEXT = 'content';
const COMMENTS_MAX = 50;

const REVIEWS = new Map<string | null, ProposalInfo['review']>([
  ['APPROVED', 'approved'],
  ['CHANGES_REQUESTED', 'changes-requested'],
  ['REVIEW_REQUIRED', 'required'],
]);
const CHECKS = new Map<string | undefined, ProposalInfo['checks']>([
  ['SUCCESS', 'passed'],
  ['FAILURE', 'failed'],
  ['ERROR', 'failed'],
  ['PENDING', 'running'],
  ['EXPECTED', 'running'],
]);

const listOf = <Node extends v.GenericSchema>(node: Node) =>
  v.pipe(
    v.object({ nodes: v.array(node) }),
    v.transform(({ nodes }) => nodes),
  );
const sha = v.custom<CommitSha>(isCommitSha);
/** Null for a deleted account. */
const author = v.nullable(v.object({ login: v.string() }));
const text = v.string();
const name = v.nullable(text);

const commitSchema = v.object({
  ...{ sha, message: text, parents: listOf(v.object({ sha })) },
  author: v.nullable(v.object({ name, email: name })),
  committer: v.nullable(v.object({ name, email: name, date: text })),
  // Both are null without the permission to read them.
  checks: v.nullable(v.object({ state: text })),
  status: v.nullable(
    v.object({ context: v.nullable(v.object({ state: text, description: name })) }),
  ),
});
const commentSchema = v.object({ author, text, date: text, url: text });
const threadSchema = v.object({
  ...{ isResolved: v.boolean(), path: text, line: v.nullable(v.number()) },
  comments: listOf(commentSchema),
});
const pullRequestSchema = v.object({
  ...{ number: v.number(), title: text, url: text, date: text, head: sha, branch: text, author },
  ...{ isFork: v.boolean(), review: name, reviewThreads: listOf(threadSchema) },
  files: v.nullable(listOf(v.object({ path: text }))),
  commits: listOf(v.object({ commit: commitSchema })),
});
const responseSchema = v.object({
  repository: v.object({
    pullRequests: v.object({
      pageInfo: v.object({ hasNextPage: v.boolean() }),
      nodes: v.array(pullRequestSchema),
    }),
  }),
});

const loginOf = (account: v.InferOutput<typeof author>): string => account?.login ?? 'ghost';

const commentsOf = ({ path, line, comments }: v.InferOutput<typeof threadSchema>) =>
  comments.map((comment) => ({
    ...{ ...comment, path, author: loginOf(comment.author) },
    ...(line !== null && { line }),
  }));

const toProposal = (request: v.InferOutput<typeof pullRequestSchema>): ProposalInfo => {
  const { number, title, url, date, head, branch, isFork } = request;
  const commit = request.commits[0]?.commit;
  const review = REVIEWS.get(request.review);
  const checks = CHECKS.get(commit?.checks?.state);
  const own = commit?.status?.context;
  const unresolved = request.reviewThreads.filter(({ isResolved }) => !isResolved);
  return {
    ...{ id: String(number), title, author: loginOf(request.author), url, date, head },
    ...(isFork ? { isFork } : { branch }),
    ...(review && { review }),
    ...(checks && { checks }),
    ...(own?.description && CHECKS.get(own.state) === 'failed' && { problem: own.description }),
    paths: (request.files ?? []).map(({ path }) => path),
    comments: unresolved.flatMap(commentsOf).slice(0, COMMENTS_MAX),
  };
};

/** Each method names the permission it needs; see `GitStore`. */
export const createProposals = (
  repository: GitHubRepository,
  history: Pick<History, 'remember'>,
): Pick<GitStore, 'proposals' | 'openProposal' | 'setStatus'> => {
  const { octokit, owner, name: repo, branch: base } = repository;
  const where = { ...repository, permission: 'Pull requests' };

  const requestList = async () => {
    const variables = { owner, name: repo, base, context: CONTEXT };
    return v.parse(responseSchema, await octokit.graphql(QUERY, variables));
  };

  const findOpen = (branch: string) =>
    withRetries(where, async () => {
      const filter = { base, head: `${owner}:${branch}`, state: 'open' } as const;
      return (await octokit.rest.pulls.list({ owner, repo, ...filter })).data[0];
    });

  return {
    proposals: async () => {
      const { pullRequests } = (
        await withRetries(where, requestList, {
          // What the token may not read of a pull request is an error beside the data.
          recover: ({ types, data }) => {
            const partial = v.safeParse(responseSchema, data);
            const isDenial = types.length > 0 && types.every((type) => type === 'FORBIDDEN');
            return isDenial && partial.success ? Promise.resolve(partial.output) : undefined;
          },
        })
      ).repository;
      const { nodes, pageInfo } = pullRequests;
      for (const { commit } of nodes.flatMap(({ commits }) => commits)) history.remember(commit);
      const more = nodes[0]?.url.replace(/\/pull\/\d+$/, '/pulls');
      return { proposals: nodes.map(toProposal), ...(pageInfo.hasNextPage && more && { more }) };
    },

    // Repeating is safe: GitHub allows a branch one open pull request.
    openProposal: async ({ branch, ...content }) => {
      const opened = await withRetries<{ number: number; html_url: string } | undefined>(
        where,
        async () => {
          const call = { owner, repo, base, head: branch, ...content };
          return (await octokit.rest.pulls.create(call)).data;
        },
        {
          isWrite: true,
          recover: ({ status }) => (status === 422 ? findOpen(branch) : undefined),
        },
      );
      if (opened) return { id: String(opened.number), url: opened.html_url };
      throw new StoreRefused(`GitHub opens no pull request for the branch "${branch}".`);
    },

    setStatus: async (commit, { state, description, url }) => {
      const link = url === undefined ? {} : { target_url: url };
      const call = { owner, repo, sha: commit, state, context: CONTEXT, ...link };
      await withRetries(
        { ...repository, permission: 'Commit statuses' },
        () =>
          octokit.rest.repos.createCommitStatus({
            ...call,
            description: description.slice(0, 140),
          }),
        { isWrite: true },
      );
    },
  };
};
