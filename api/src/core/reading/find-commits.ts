import { HISTORY_PER_PAGE, withoutUndefined } from 'content-schema';
import { isPlainObject, isSame, matchItems, nameOfEntry } from 'content-schema/merge';
import type {
  CommitInfo,
  CommitSha,
  GitStore,
  HistoryPage,
  HistoryQuery,
  StoreInfo,
} from '../git-store/git-store.ts';
import type { BlobCache } from './blob-cache.ts';
import { subjectOf } from '../messages/commit-message.ts';
import { parseJson } from './text-file.ts';

/** Selects commits; an undefined property matches all. */
export interface CommitFilter {
  readonly path?: string | undefined;
  /** Commits that changed this entry of a list, by its name, or this section, by its key. */
  readonly part?: string | undefined;
  /** Words that must all occur in the subject or the author's name. */
  readonly q?: string | undefined;
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

/** Reads the commits of a range, newest first. */
export const readCommits = async (
  store: Pick<GitStore, 'info' | 'history'>,
  range: Omit<HistoryQuery, 'page' | 'perPage'>,
) => {
  const { perPage, pages } = READ[store.info.kind];
  const commits: CommitInfo[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const read = await store.history({ ...range, page, perPage });
    commits.push(...read.commits);
    if (!read.hasMore) return { commits, isCut: false };
  }
  return { commits, isCut: true };
};

export const rangeOf = ({ path, until }: CommitFilter) => withoutUndefined({ path, until });

const hasWords = (q: string): ((commit: CommitInfo) => boolean) => {
  const words = q.toLocaleLowerCase().split(/\s+/);
  return (commit) => {
    const text = `${subjectOf(commit.message)} ${commit.author.name}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
};

const NOTHING = new Uint8Array();

/** Follows an entry of a list, or a field, through the versions of a file, from new to old. */
const createPartTracker = (part: string) => {
  let newer: unknown;
  /** The index of the entry in `newer`; undefined if it is absent. */
  let position: number | undefined;

  const indexIn = (value: readonly unknown[]): number | undefined => {
    const matched =
      position === undefined || !Array.isArray(newer)
        ? undefined
        : matchItems(value, newer, { upTo: 'similar' })[position];
    if (position !== undefined) return matched;
    const named = value.findIndex((entry) => nameOfEntry(entry) === part);
    return named === -1 ? undefined : named;
  };

  /** Returns the part's value in the next older version; undefined if it is absent. */
  return (value: unknown): unknown => {
    if (!Array.isArray(value)) {
      [newer, position] = [undefined, undefined];
      return isPlainObject(value) ? value[part] : undefined;
    }
    position = indexIn(value);
    newer = value;
    return position === undefined ? undefined : (value as readonly unknown[])[position];
  };
};

/**
 * Returns those of a file's commits, newest first, that changed a field, or an entry of a list,
 * which is followed through edits and moves. `isCut` means that older commits were not read.
 */
const commitsOfPart = async (
  { store, blobs }: Deps,
  path: string,
  part: string,
  { commits, isCut }: Awaited<ReturnType<typeof readCommits>>,
): Promise<CommitInfo[]> => {
  const versions = await store.versions(
    path,
    commits.map(({ sha }) => sha),
  );
  const bytes = await blobs.read(versions.filter((sha) => sha !== null));
  const follow = createPartTracker(part);
  const values = versions.map((sha) => follow(parseJson((sha && bytes.get(sha)) ?? NOTHING)));
  return commits.filter((_, index) => {
    if (index === commits.length - 1) return !isCut && values[index] !== undefined;
    return !isSame(values[index], values[index + 1]);
  });
};

/** A page of matching commits up to `from`, newest first, as far back as one response may read. */
export const findPage = async (
  deps: Deps,
  from: CommitSha,
  { page, ...filter }: CommitFilter & { readonly page: number },
): Promise<FoundPage> => {
  const { path, part, q = '', until } = filter;
  const ofPart = path !== undefined && part !== undefined;
  // Changes of a part are found by comparison with the version before: read commits of any date.
  const range = rangeOf(ofPart ? { path } : filter);
  const read = await readCommits(deps.store, { from, ...range });
  const last = read.commits.at(-1);
  const commits = ofPart ? await commitsOfPart(deps, path, part, read) : read.commits;
  const matches = commits
    .filter(({ date }) => until === undefined || date <= until)
    .filter(hasWords(q));
  const end = page * HISTORY_PER_PAGE;
  return {
    commits: matches.slice(end - HISTORY_PER_PAGE, end),
    hasMore: matches.length > end,
    ...(read.isCut && last && { searchedTo: last.date }),
  };
};
