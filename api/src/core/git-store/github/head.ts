import { createCache, createCacheRegistry, type CacheRegistry } from '../../cache.ts';
import * as v from 'valibot';
import { fallback, RepositoryMissing } from '../errors.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import type { Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { withRetries } from './retries.ts';
import { missingBranchError } from './store-error.ts';

/** More commits than are made while the outcome of one write is unknown. */
const RECENT = 50;

const QUERY = `query RecentCommits($owner: String!, $name: String!, $ref: String!, $first: Int!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) {
      target { head: oid ... on Commit { history(first: $first) { nodes { sha: oid message } } } }
    }
  }
}`;

const sha = v.custom<CommitSha>(isCommitSha);
const nodes = v.array(v.object({ sha, message: v.string() }));
const target = v.object({ head: sha, history: v.object({ nodes }) });
const ref = v.nullable(v.object({ target }));
const responseSchema = v.object({ repository: v.object({ ref }) });

/**
 * Reads the branch's recent commits, newest first, with GraphQL: unlike REST, it always reflects the
 * latest write. Throws `RepositoryMissing` when there is no such branch.
 */
export const readRecentCommits = async (
  repository: GitHubRepository,
  signal?: AbortSignal,
): Promise<{ head: CommitSha; commits: v.InferOutput<typeof nodes> }> => {
  const { octokit, owner, name, branch } = repository;
  const variables = { owner, name, ref: `refs/heads/${branch}`, first: RECENT };
  const ref = await withRetries(repository, async () => {
    const request = repository.transferring(0, signal);
    const response = await octokit.graphql(QUERY, { ...variables, request });
    return v.parse(responseSchema, response).repository.ref;
  });
  if (!ref) throw missingBranchError(repository);
  return { head: ref.target.head, commits: ref.target.history.nodes };
};

export class EmptyRepository extends RepositoryMissing {}

/** REST lags behind a write by seconds, and its responses may be a minute old. */
const LAG_MAX_MS = 120_000;
const STALE_MAX = 100;

const isEmptyRepository = ({ status, message }: Failure): boolean =>
  status === 409 && /empty/i.test(message);

const isUnknownRef = ({ status, message }: Failure): boolean =>
  status === 422 && /no commit found/i.test(message);

/** Reads the branch's head with a conditional request: no quota while the branch is unmoved. */
export const createHead = (repository: GitHubRepository, caches: CacheRegistry) => {
  const { octokit, owner, name, branch } = repository;
  const stale = createCache<true>(caches, {
    name: 'left-commits',
    max: STALE_MAX,
    ttlMsOf: () => LAG_MAX_MS,
  });
  let lastRead: CommitSha | undefined;

  const remember = (sha: CommitSha): CommitSha => {
    if (lastRead !== undefined && lastRead !== sha) stale.set(lastRead, true);
    lastRead = sha;
    return sha;
  };

  const request = async (presumed: CommitSha | undefined): Promise<CommitSha> => {
    // https://docs.github.com/rest/commits/commits#get-a-commit
    const response = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', {
      owner,
      repo: name,
      ref: branch,
      mediaType: { format: 'sha' },
      headers: presumed === undefined ? {} : { 'if-none-match': `"${presumed}"` },
    });
    const sha: unknown = response.data;
    if (!isCommitSha(sha)) throw new Error('The response is not a commit id');
    return sha;
  };

  const readRest = (presumed: CommitSha | undefined): Promise<CommitSha> => {
    const recover = (failure: Failure): Promise<CommitSha> | undefined => {
      if (isEmptyRepository(failure)) {
        const text = `The repository ${owner}/${name} is empty`;
        if (lastRead === undefined) throw new EmptyRepository(`${text}.`);
        throw new RepositoryMissing(`${text}, although it held the content of this site.`);
      }
      if (isUnknownRef(failure)) throw missingBranchError(repository);
      if (failure.status !== 304 || presumed === undefined) return undefined;
      return Promise.resolve(presumed);
    };
    return withRetries({ ...repository, recover }, () => request(presumed));
  };

  return {
    lastRead: () => lastRead,
    /**
     * Throws `RepositoryMissing` when the branch does not exist or has lost its commits, and
     * `EmptyRepository` when the repository has no commit yet.
     */
    read: async (): Promise<CommitSha> => {
      const head = await readRest(lastRead);
      if (!stale.has(head)) return remember(head);
      const actual = (await readRecentCommits(repository)).head;
      // The branch is still at this commit, so it was not stale.
      stale.delete(actual);
      return remember(actual);
    },
    /** Marks `sha` as outdated: a response that names it is verified from now on. */
    markStale: (sha: CommitSha): void => {
      stale.set(sha, true);
    },
    moved: (from: CommitSha, to: CommitSha): void => {
      stale.set(from, true);
      remember(to);
    },
  };
};

/** Reads the head; undefined if the repository has no commit yet. */
export const readHeadIfAny = (repository: GitHubRepository): Promise<CommitSha | undefined> =>
  createHead(repository, createCacheRegistry()).read().catch(fallback(undefined, EmptyRepository));
