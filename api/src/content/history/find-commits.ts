import { HISTORY_PER_PAGE } from 'content-schema';
import type {
  CommitInfo,
  CommitSha,
  GitStore,
  HistoryPage,
  HistoryQuery,
  StoreInfo,
} from '../../git-store/git-store.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import { commitsOfPart } from './part-history.ts';
import { operationIdOf } from '../saving/commit-message.ts';

/** Which commits are meant; what is undefined leaves none out. */
export interface CommitFilter {
  /** Of a file or directory. */
  readonly path?: string | undefined;
  /** Of a file with entries, one by its name; of one with sections, one by its key. */
  readonly part?: string | undefined;
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

interface Deps {
  readonly store: Pick<GitStore, 'info' | 'history' | 'versions'>;
  readonly blobs: BlobCache;
}

/** Commits that are read for one answer; at GitHub 100 with each request. */
const READ: Readonly<Record<StoreInfo['kind'], { perPage: number; pages: number }>> = {
  local: { perPage: 20_000, pages: 1 },
  github: { perPage: 100, pages: 10 },
};

interface FoundCommits {
  readonly commits: readonly CommitInfo[];
  /** The date of the last commit that was read, where there are more than may be read for one answer. */
  readonly searchedTo: string | undefined;
}

/**
 * The commits of a range, newest first, down to a page that is all older than `since`: so a search and a
 * calendar read the same pages, which are cached. A single commit may be of any date.
 */
const readCommits = async (
  store: Deps['store'],
  range: Omit<HistoryQuery, 'page' | 'perPage' | 'since'>,
  since: string,
) => {
  const { perPage, pages } = READ[store.info.kind];
  const commits: CommitInfo[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const read = await store.history({ ...range, page, perPage });
    commits.push(...read.commits);
    const isPast = read.commits.every(({ date }) => date < since);
    if (!read.hasMore || isPast) return { commits, isCut: false };
  }
  return { commits, isCut: true };
};

/** As `HistoryQuery` has it, without what is undefined. */
export const rangeOf = ({ path, since, until }: CommitFilter) => ({
  ...(path !== undefined && { path }),
  ...(since !== undefined && { since }),
  ...(until !== undefined && { until }),
});

export const subjectOf = ({ message }: CommitInfo): string => message.split('\n', 1)[0] ?? '';

/** Whether a commit has all the words of a search. */
const hasWords = (q: string): ((commit: CommitInfo) => boolean) => {
  const words = q.toLocaleLowerCase().split(/\s+/);
  return (commit) => {
    const text = `${subjectOf(commit)} ${commit.author.name}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
};

/** All commits up to one that a filter lets pass, as far as may be read for one answer, newest first. */
export const findCommits = async (
  deps: Deps,
  from: CommitSha,
  filter: CommitFilter,
): Promise<FoundCommits> => {
  const { path, part, q = '', since = '', until } = filter;
  const ofPart = path !== undefined && part !== undefined;
  // What changed a part shows beside the commit before, of whatever date.
  const { since: _, ...range } = ofPart ? rangeOf({ path }) : rangeOf(filter);
  const read = await readCommits(deps.store, { from, ...range }, ofPart ? '' : since);
  const last = read.commits.at(-1);
  const commits = ofPart ? await commitsOfPart(deps, path, part, read) : read.commits;
  const isWithin = ({ date }: CommitInfo) =>
    date >= since && (until === undefined || date <= until);
  return {
    commits: commits.filter((commit) => isWithin(commit) && hasWords(q)(commit)),
    searchedTo: read.isCut ? last?.date : undefined,
  };
};

/** A page of them. */
export const findPage = async (
  deps: Deps,
  from: CommitSha,
  { page, ...filter }: CommitFilter & { readonly page: number },
): Promise<FoundPage> => {
  const { commits, searchedTo } = await findCommits(deps, from, filter);
  const end = page * HISTORY_PER_PAGE;
  return {
    commits: commits.slice(end - HISTORY_PER_PAGE, end),
    hasMore: commits.length > end,
    ...(searchedTo !== undefined && { searchedTo }),
  };
};

/** The web flow of GitHub commits what is edited or merged there. */
const GITHUB_COMMITTER = /^noreply@github\./;

/** Where a commit was made: by a save here, by an edit at GitHub, or by a push. */
export const originOf = (commit: CommitInfo): 'site' | 'github' | 'push' => {
  // The first commit of a repository is its first content.
  if (operationIdOf(commit.message) !== undefined || commit.parent === null) return 'site';
  return GITHUB_COMMITTER.test(commit.committer.email) ? 'github' : 'push';
};
