import { HISTORY_PER_PAGE } from 'content-schema';
import type { CommitInfo, GitStore, HistoryPage, HistoryQuery } from '../../git-store/git-store.ts';
import { operationIdOf } from '../saving/commit-message.ts';

/** Which commits are meant; what is undefined leaves none out. */
export interface CommitFilter {
  /** Of a file or directory. */
  readonly path?: string | undefined;
  /** Words that are all in the subject or the author's name. */
  readonly q?: string | undefined;
  /** ISO dates. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface FoundPage extends HistoryPage {
  /** Present where the search for words ended before the first commit: the date that it came to. */
  readonly searchedTo?: string;
}

type Store = Pick<GitStore, 'kind' | 'history'>;
type Range = Omit<HistoryQuery, 'page' | 'perPage'>;

/** Commits that are read for one answer; at GitHub 100 with each request. */
const READ: Readonly<Record<GitStore['kind'], { perPage: number; pages: number }>> = {
  local: { perPage: 20_000, pages: 1 },
  github: { perPage: 100, pages: 10 },
};

interface ReadCommits {
  readonly commits: readonly CommitInfo[];
  /** Whether there are more than may be read for one answer. */
  readonly isCut: boolean;
}

/** As many commits as may be read for one answer, newest first. */
export const readCommits = async (store: Store, range: Range): Promise<ReadCommits> => {
  const { perPage, pages } = READ[store.kind];
  const commits: CommitInfo[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const read = await store.history({ ...range, page, perPage });
    commits.push(...read.commits);
    if (!read.hasMore) return { commits, isCut: false };
  }
  return { commits, isCut: true };
};

export const subjectOf = ({ message }: CommitInfo): string => message.split('\n', 1)[0] ?? '';

/** Whether a commit has all the words of a search. */
export const hasWords = (q: string): ((commit: CommitInfo) => boolean) => {
  const words = q.toLocaleLowerCase().split(/\s+/);
  return (commit) => {
    const text = `${subjectOf(commit)} ${commit.author.name}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
};

/** A page of the commits with all the words of a search. */
export const searchCommits = async (
  store: Store,
  range: Range,
  q: string,
  page: number,
): Promise<FoundPage> => {
  const { commits, isCut } = await readCommits(store, range);
  const found = commits.filter(hasWords(q));
  const end = page * HISTORY_PER_PAGE;
  const last = commits.at(-1);
  return {
    commits: found.slice(end - HISTORY_PER_PAGE, end),
    hasMore: found.length > end,
    ...(isCut && last && { searchedTo: last.date }),
  };
};

/** The web flow of GitHub commits what is edited or merged there. */
const GITHUB_COMMITTER = /^noreply@github\./;

/** Where a commit was made: by a save, at GitHub, or by whatever pushed it. */
export const originOf = (commit: CommitInfo): 'site' | 'github' | 'push' => {
  // The first commit of a repository is its first content.
  if (operationIdOf(commit.message) !== undefined || commit.parent === null) return 'site';
  return GITHUB_COMMITTER.test(commit.committer.email) ? 'github' : 'push';
};
