import type { CommitInfo, CommitSha, HistoryPage, HistoryQuery } from '../git-store.ts';
import { callForRead } from './call.ts';
import type { GitHubRepository } from './github-repository.ts';

interface Described {
  readonly message: string;
  readonly author: { name?: string; email?: string } | null;
  readonly committer: { date?: string } | null;
}

const describe = (
  sha: string,
  { message, author, committer }: Described,
  parents: readonly { readonly sha: string }[],
): CommitInfo => ({
  sha: sha as CommitSha,
  parent: (parents[0]?.sha ?? null) as CommitSha | null,
  author: { name: author?.name ?? '', email: author?.email ?? '' },
  date: new Date(committer?.date ?? 0).toISOString(),
  message: message.replace(/\n+$/, ''),
});

export const showCommit = (repository: GitHubRepository, sha: CommitSha): Promise<CommitInfo> =>
  callForRead(
    repository,
    async () => {
      const { octokit, owner, name: repo } = repository;
      const { data } = await octokit.rest.git.getCommit({ owner, repo, commit_sha: sha });
      return describe(data.sha, data, data.parents);
    },
    { absent: `There is no commit ${sha}` },
  );

/** A page of GitHub's own listing from `head` on; that there is more it says by a link to the next. */
export const readHistory = (
  repository: GitHubRepository,
  head: CommitSha,
  { path, page, perPage }: HistoryQuery,
): Promise<HistoryPage> =>
  callForRead(repository, async () => {
    const { octokit, owner, name: repo } = repository;
    const { data, headers } = await octokit.rest.repos.listCommits({
      owner,
      repo,
      sha: head,
      page,
      per_page: perPage,
      ...(path !== undefined && { path }),
    });
    return {
      commits: data.map(({ sha, commit, parents }) => describe(sha, commit, parents)),
      hasMore: /\brel="next"/.test(headers.link ?? ''),
    };
  });
