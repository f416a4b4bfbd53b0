import type { RestEndpointMethodTypes } from '@octokit/rest';
import type { CommitInfo, CommitSha, HistoryPage, HistoryQuery } from '../git-store.ts';
import { callForRead } from './call.ts';
import type { GitHubRepository } from './github-repository.ts';

type GitCommit = RestEndpointMethodTypes['git']['getCommit']['response']['data'];
type ListedCommit = RestEndpointMethodTypes['repos']['listCommits']['response']['data'][number];

interface Described {
  readonly message: string;
  readonly author: { name?: string; email?: string; date?: string } | null;
  readonly parents: readonly { readonly sha: string }[];
}

const describe = (sha: string, { message, author, parents }: Described): CommitInfo => ({
  sha: sha as CommitSha,
  parent: (parents[0]?.sha ?? null) as CommitSha | null,
  author: { name: author?.name ?? '', email: author?.email ?? '' },
  date: new Date(author?.date ?? 0).toISOString(),
  message,
});

const fromList = ({ sha, commit, parents }: ListedCommit): CommitInfo =>
  describe(sha, { message: commit.message, author: commit.author, parents });

const fromGit = (commit: GitCommit): CommitInfo => describe(commit.sha, commit);

export const showCommit = (repository: GitHubRepository, sha: CommitSha): Promise<CommitInfo> =>
  callForRead(
    repository,
    async () => {
      const { octokit, owner, name: repo } = repository;
      const request = repository.read();
      return fromGit(
        (await octokit.rest.git.getCommit({ owner, repo, commit_sha: sha, request })).data,
      );
    },
    `There is no commit ${sha}`,
  );

/** A page of GitHub's own listing; that there is more it says by a link to the next. */
export const readHistory = (
  repository: GitHubRepository,
  { path, page, perPage }: HistoryQuery,
): Promise<HistoryPage> =>
  callForRead(repository, async () => {
    const { octokit, owner, name: repo, branch } = repository;
    const { data, headers } = await octokit.rest.repos.listCommits({
      owner,
      repo,
      sha: branch,
      page,
      per_page: perPage,
      ...(path !== undefined && { path }),
      request: repository.read(),
    });
    return { commits: data.map(fromList), hasMore: /\brel="next"/.test(headers.link ?? '') };
  });
