import { HISTORY_PER_PAGE, withoutUndefined } from 'content-schema';
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

/** Selects commits; an undefined property matches all. */
export interface CommitFilter {
  /** Commits that changed this file or directory. */
  readonly path?: string | undefined;
  /** Commits that changed this entry of a list, by its name, or this section, by its key. */
  readonly part?: string | undefined;
  /** Words that must all occur in the subject or the author's name. */
  readonly q?: string | undefined;
  /** ISO dates. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface FoundPage extends HistoryPage {
  /** The date of the oldest searched commit, if the search stopped before the first commit. */
  readonly searchedTo?: string;
}

interface Deps {
  readonly store: Pick<GitStore, 'info' | 'history' | 'versions'>;
  readonly blobs: BlobCache;
}

/** The most commits to read for one response; GitHub returns 100 per request. */
const READ: Readonly<Record<StoreInfo['kind'], { perPage: number; pages: number }>> = {
  local: { perPage: 20_000, pages: 1 },
  github: { perPage: 100, pages: 10 },
};

/**
 * Reads the commits of a range, newest first, until a whole page is older than `since`. Since
 * `since` is not part of the query, searches with other dates read the same cached pages. Commit
 * dates need not be in order.
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

/** Returns the filter as properties of a `HistoryQuery`, without undefined ones. */
export const rangeOf = ({ path, since, until }: CommitFilter) =>
  withoutUndefined({ path, since, until });

export const subjectOf = ({ message }: CommitInfo): string => message.split('\n', 1)[0] ?? '';

/** Returns a predicate: whether a commit contains all words of a search. */
const hasWords = (q: string): ((commit: CommitInfo) => boolean) => {
  const words = q.toLocaleLowerCase().split(/\s+/);
  return (commit) => {
    const text = `${subjectOf(commit)} ${commit.author.name}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
};

/**
 * Returns a page of the commits up to `from` that match a filter, newest first, as far back as one
 * response may read.
 */
export const findPage = async (
  deps: Deps,
  from: CommitSha,
  { page, ...filter }: CommitFilter & { readonly page: number },
): Promise<FoundPage> => {
  const { path, part, q = '', since = '', until } = filter;
  const ofPart = path !== undefined && part !== undefined;
  // Changes of a part are found by comparison with the previous version, so read commits of any
  // date.
  const { since: _, ...range } = ofPart ? rangeOf({ path }) : rangeOf(filter);
  const read = await readCommits(deps.store, { from, ...range }, ofPart ? '' : since);
  const last = read.commits.at(-1);
  const commits = ofPart ? await commitsOfPart(deps, path, part, read) : read.commits;
  const isWithin = ({ date }: CommitInfo) =>
    date >= since && (until === undefined || date <= until);
  const matches = commits.filter((commit) => isWithin(commit) && hasWords(q)(commit));
  const end = page * HISTORY_PER_PAGE;
  return {
    commits: matches.slice(end - HISTORY_PER_PAGE, end),
    hasMore: matches.length > end,
    ...(read.isCut && last && { searchedTo: last.date }),
  };
};

/** The committer of edits and merges on GitHub's website. */
const GITHUB_COMMITTER = /^noreply@github\./;

/**
 * Returns where a commit was made: by a save of this product, on GitHub's website, or by a push.
 */
export const originOf = (commit: CommitInfo): 'site' | 'github' | 'push' => {
  // The first commit of a repository is made by this product.
  if (operationIdOf(commit.message) !== undefined || commit.parent === null) return 'site';
  return GITHUB_COMMITTER.test(commit.committer.email) ? 'github' : 'push';
};
