import * as v from 'valibot';
import { createCache, type CacheRegistry } from '../../cache.ts';
import { NotFound } from '../errors.ts';
import { isObjectId, toCommitSha } from '../git-object-id.ts';
import type {
  Author,
  BlobSha,
  CommitInfo,
  CommitSha,
  HistoryPage,
  HistoryQuery,
  Removal,
  RemovalQuery,
} from '../git-store.ts';
import type { Failure } from './failure.ts';
import { objectsQuery } from './objects.ts';
import { withRetries } from './retries.ts';
import type { GitHubRepository } from './github-repository.ts';

interface Described {
  readonly message: string;
  readonly author: { name?: string | null; email?: string | null } | null;
  readonly committer: { name?: string | null; email?: string | null; date?: string } | null;
}

const personOf = (person: Described['author']): Author => ({
  name: person?.name ?? '',
  email: person?.email ?? '',
});

export const describeCommit = (
  sha: string,
  { message, author, committer }: Described,
  parents: readonly { readonly sha: string }[],
): CommitInfo => ({
  sha: toCommitSha(sha),
  parent: parents[0] ? toCommitSha(parents[0].sha) : null,
  author: personOf(author),
  committer: personOf(committer),
  date: new Date(committer?.date ?? 0).toISOString(),
  message: message.replace(/\n+$/, ''),
});

const pageOf = (...commits: CommitInfo[]): HistoryPage => ({ commits, hasMore: false });

const MAX_BYTES = 8 * 1024 * 1024;
/** A commit with a short message. */
const COMMIT_BYTES = 500;

export type History = ReturnType<typeof createHistory>;

/** Reads commits and pages of history, which never change, through bounded caches. */
export const createHistory = (repository: GitHubRepository, caches: CacheRegistry) => {
  const { octokit, owner, name: repo } = repository;
  const cache = createCache<HistoryPage>(caches, {
    name: 'history',
    maxBytes: MAX_BYTES,
    sizeOf: ({ commits }) =>
      commits.reduce((sum, { message }) => sum + message.length, commits.length * COMMIT_BYTES),
  });

  const readCommit = (sha: CommitSha): Promise<HistoryPage> =>
    withRetries({ ...repository, notFoundMessage: `There is no commit ${sha}` }, async () => {
      const { data } = await octokit.rest.git.getCommit({ owner, repo, commit_sha: sha });
      return pageOf(describeCommit(data.sha, data, data.parents));
    });

  const readMergeBase = (one: CommitSha, other: CommitSha): Promise<HistoryPage> => {
    const notFoundMessage = `There is no commit ${one} or ${other}`;
    const recover = ({ message }: Failure) =>
      /no common ancestor/i.test(message) ? Promise.resolve(pageOf()) : undefined;
    return withRetries({ ...repository, notFoundMessage, recover }, async () => {
      const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
        ...{ owner, repo, basehead: `${one}...${other}` },
        // The first page has the changed files with their texts, too.
        ...{ per_page: 1, page: 2 },
      });
      const { sha, commit, parents } = data.merge_base_commit;
      return pageOf(describeCommit(sha, commit, parents));
    });
  };

  /** Reads one page; GitHub's Link header says whether there is another. */
  const readPage = (sha: CommitSha, query: HistoryQuery): Promise<HistoryPage> =>
    withRetries({ ...repository, notFoundMessage: `There is no commit ${sha}` }, async () => {
      const { page, perPage, path, since, until } = query;
      const { data, headers } = await octokit.rest.repos.listCommits({
        ...{ owner, repo, sha, page, per_page: perPage },
        ...(path !== undefined && { path }),
        ...(since !== undefined && { since }),
        ...(until !== undefined && { until }),
      });
      return {
        commits: data.map(({ sha, commit, parents }) => describeCommit(sha, commit, parents)),
        hasMore: /\brel="next"/.test(headers.link ?? ''),
      };
    });

  return {
    /** Throws `NotFound` when there is no such commit. */
    show: async (sha: CommitSha): Promise<CommitInfo> => {
      const [commit] = (await cache.load(sha, () => readCommit(sha))).commits;
      if (!commit) throw new NotFound(`There is no commit ${sha}`);
      return commit;
    },
    mergeBase: async (one: CommitSha, other: CommitSha): Promise<CommitSha | undefined> => {
      const page = await cache.load(`${one}...${other}`, () => readMergeBase(one, other));
      const [base] = page.commits;
      if (base) cache.set(base.sha, page);
      return base?.sha;
    },
    /** Caches the description of a commit that arrived with another response. */
    remember: (commit: CommitInfo): void => cache.set(commit.sha, pageOf(commit)),
    /** Throws `NotFound` when there is no commit `from`. */
    page: (from: CommitSha, query: HistoryQuery): Promise<HistoryPage> => {
      const { path, since, until, page, perPage } = query;
      const key = JSON.stringify([from, path, since, until, page, perPage]);
      return cache.load(key, () => readPage(from, query));
    },
  };
};

const isBlobSha = (value: unknown): boolean => typeof value === 'string' && isObjectId(value);

const objectSchema = v.nullable(v.object({ oid: v.custom<BlobSha>(isBlobSha) }));
const responseSchema = v.object({ repository: v.record(v.string(), objectSchema) });

/** Commits in one request. */
const BATCH = 100;

export const readFileVersions = async (
  repository: GitHubRepository,
  path: string,
  commits: readonly CommitSha[],
): Promise<(BlobSha | null)[]> => {
  const { octokit, owner, name } = repository;
  const versions: (BlobSha | null)[] = [];
  for (let start = 0; start < commits.length; start += BATCH) {
    const batch = commits.slice(start, start + BATCH);
    const lookups = batch.map((sha) => `(expression: ${JSON.stringify(`${sha}:${path}`)}) { oid }`);
    const query = objectsQuery('FileVersions', lookups);
    const { repository: files } = await withRetries(repository, async () =>
      v.parse(responseSchema, await octokit.graphql(query, { owner, name })),
    );
    versions.push(...batch.map((_, i) => files[`o${i}`]?.oid ?? null));
  }
  return versions;
};

const entrySchema = v.object({
  name: v.string(),
  type: v.string(),
  oid: v.custom<BlobSha>(isBlobSha),
});
const commitSchema = v.object({ oid: v.string(), committedDate: v.string() });
const treeSchema = v.object({ entries: v.array(entrySchema) });
const commitFilesSchema = v.object({
  repository: v.record(v.string(), v.nullable(v.union([commitSchema, treeSchema]))),
});

/** Reads a commit and those before it along first parents, newest first, with files of theirs. */
const readCommitFiles = async (
  repository: GitHubRepository,
  { from, folders }: Pick<RemovalQuery, 'from' | 'folders'>,
  count: number,
) => {
  const { octokit, owner, name } = repository;
  const lookups = Array.from({ length: count }, (_, index) => [
    `(expression: "${from}~${index}") { ... on Commit { oid committedDate } }`,
    ...folders.map(
      (path) =>
        `(expression: "${from}~${index}:${path}") { ... on Tree { entries { name type oid } } }`,
    ),
  ]);
  const query = objectsQuery('CommitFiles', lookups.flat());
  const { repository: objects } = await withRetries(repository, async () =>
    v.parse(commitFilesSchema, await octokit.graphql(query, { owner, name })),
  );
  const fields = Object.values(objects);
  return lookups.flatMap(({ length }, position) => {
    const [commit, ...trees] = fields.slice(position * length, (position + 1) * length);
    if (!commit || !('oid' in commit)) return [];
    const files = trees.flatMap((tree, index) =>
      (tree && 'entries' in tree ? tree.entries : [])
        .filter(({ type }) => type === 'blob')
        .map((file): [string, BlobSha] => [`${folders[index] ?? ''}/${file.name}`, file.oid]),
    );
    return { sha: toCommitSha(commit.oid), date: commit.committedDate, files: new Map(files) };
  });
};

type Files = Removal['added'];

const onlyIn = (files: Files, others: Files): Files =>
  new Map([...files].filter(([path]) => !others.has(path)));

/** Names of files in one request, some 2 MB, which GitHub lists within its time limit of 10 s. */
const NAMES_MAX = 20_000;
const REMOVAL_REQUESTS_MAX = 30;

/** See `GitStore.removals`. `size` is about the number of files in the folders. */
export const readRemovals = async (
  repository: GitHubRepository,
  { from, base, folders, isSought, max = Infinity }: RemovalQuery,
  size: number,
): Promise<Removal[]> => {
  const removals: Removal[] = [];
  let newest = { sha: from, files: { size } };
  for (let request = 0; request < (base ? 2 : REMOVAL_REQUESTS_MAX); request += 1) {
    const most = base && request === 0 ? 2 : BATCH;
    const count = Math.max(2, Math.min(most, Math.floor(NAMES_MAX / (newest.files.size + 1))));
    const commits = await readCommitFiles(repository, { from: newest.sha, folders }, count);
    for (const [index, { sha, date, files: after }] of commits.entries()) {
      if (sha === base) return removals;
      const before: Files = commits[index + 1]?.files ?? after;
      const removed = onlyIn(before, after);
      if ([...removed.keys()].some(isSought))
        removals.push({ sha, date, removed, added: onlyIn(after, before) });
    }
    // The next request begins with the last commit, to compare it with the one before.
    const oldest = commits.at(-1);
    if (!oldest || commits.length < count || removals.length >= max) break;
    newest = oldest;
  }
  return removals.slice(0, max);
};
