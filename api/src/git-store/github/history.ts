import { LRUCache } from 'lru-cache';
import { toCommitSha } from '../git-object-id.ts';
import type { CommitInfo, CommitSha, HistoryPage, HistoryQuery } from '../git-store.ts';
import { withReadRetries } from './read-retries.ts';
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
  sha: toCommitSha(sha),
  parent: parents[0] ? toCommitSha(parents[0].sha) : null,
  author: { name: author?.name ?? '', email: author?.email ?? '' },
  date: new Date(committer?.date ?? 0).toISOString(),
  message: message.replace(/\n+$/, ''),
});

/** Reads commits and pages of history, which never change, through bounded caches. */
export interface History {
  /** Throws `NotFound` when there is no such commit. */
  show(commit: CommitSha): Promise<CommitInfo>;
  /** Throws `NotFound` when there is no commit `from`. */
  page(from: CommitSha, query: HistoryQuery): Promise<HistoryPage>;
}

const KEPT_COMMITS = 1000;
const KEPT_PAGES = 100;

export const createHistory = (repository: GitHubRepository): History => {
  const { octokit, owner, name: repo } = repository;
  const commits = new LRUCache<CommitSha, CommitInfo>({ max: KEPT_COMMITS });
  const pages = new LRUCache<string, HistoryPage>({ max: KEPT_PAGES });

  const readCommit = (sha: CommitSha): Promise<CommitInfo> =>
    withReadRetries(
      repository,
      async () => {
        const { data } = await octokit.rest.git.getCommit({ owner, repo, commit_sha: sha });
        return describe(data.sha, data, data.parents);
      },
      { notFoundMessage: `There is no commit ${sha}` },
    );

  /** GitHub links to the next page where there is one. */
  const readPage = (sha: CommitSha, { path, page, perPage }: HistoryQuery): Promise<HistoryPage> =>
    withReadRetries(
      repository,
      async () => {
        const filter = path === undefined ? {} : { path };
        const paging = { page, per_page: perPage };
        const query = { owner, repo, sha, ...paging, ...filter };
        const { data, headers } = await octokit.rest.repos.listCommits(query);
        return {
          commits: data.map((listed) => describe(listed.sha, listed.commit, listed.parents)),
          hasMore: /\brel="next"/.test(headers.link ?? ''),
        };
      },
      { notFoundMessage: `There is no commit ${sha}` },
    );

  return {
    show: async (sha) => {
      const commit = commits.get(sha) ?? (await readCommit(sha));
      commits.set(sha, commit);
      return commit;
    },
    page: async (from, query) => {
      const key = JSON.stringify([from, query.path, query.page, query.perPage]);
      const page = pages.get(key) ?? (await readPage(from, query));
      pages.set(key, page);
      return page;
    },
  };
};
