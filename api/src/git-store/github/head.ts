import { LRUCache } from 'lru-cache';
import { NotFound } from '../errors.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import { withReadRetries } from './call.ts';
import type { Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { readRecentCommits } from './recent-commits.ts';
import { noSuchBranch } from './store-error.ts';

/** Knows where the branch is, for one conditional request that costs no quota when it is unmoved. */
export interface Head {
  /** Throws `NotFound` when there is no such branch, `EmptyRepository` when there is no commit. */
  read(): Promise<CommitSha>;
  /** Tells that the branch has left `sha`: an answer that says otherwise is checked. */
  left(sha: CommitSha): void;
  /** Tells that the branch moved from one commit to another. */
  moved(from: CommitSha, to: CommitSha): void;
}

/** The repository has no commit yet, so nothing can be built on. */
export class EmptyRepository extends NotFound {}

/** REST is behind a write by seconds, and its answers may be a minute old. */
const LAG_MAX_MS = 120_000;
const LEFT_MAX = 100;

const isEmptyRepository = ({ status, message }: Failure): boolean =>
  status === 409 && /empty/i.test(message);

const isUnknownRef = ({ status, message }: Failure): boolean =>
  status === 422 && /no commit found/i.test(message);

export const createHead = (repository: GitHubRepository): Head => {
  const { octokit, owner, name, branch } = repository;
  const left = new LRUCache<CommitSha, true>({ max: LEFT_MAX, ttl: LAG_MAX_MS });
  let known: CommitSha | undefined;

  const settle = (sha: CommitSha): CommitSha => {
    if (known !== undefined && known !== sha) left.set(known, true);
    known = sha;
    return sha;
  };

  const ask = async (presumed: CommitSha | undefined): Promise<CommitSha> => {
    // https://docs.github.com/rest/commits/commits#get-a-commit
    const answer = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', {
      owner,
      repo: name,
      ref: branch,
      mediaType: { format: 'sha' },
      headers: presumed === undefined ? {} : { 'if-none-match': `"${presumed}"` },
    });
    const sha: unknown = answer.data;
    if (!isCommitSha(sha)) throw new Error('GitHub answered no commit id');
    return sha;
  };

  const readRest = (presumed: CommitSha | undefined): Promise<CommitSha> =>
    withReadRetries(repository, () => ask(presumed), {
      instead: (failure) => {
        if (isEmptyRepository(failure)) {
          throw new EmptyRepository(`The repository ${owner}/${name} is empty.`);
        }
        if (isUnknownRef(failure)) throw noSuchBranch(repository);
        if (failure.status !== 304 || presumed === undefined) return undefined;
        return Promise.resolve(presumed);
      },
    });

  return {
    read: async () => {
      const answered = await readRest(known);
      if (!left.has(answered)) return settle(answered);
      return settle((await readRecentCommits(repository)).head);
    },
    left: (sha) => {
      left.set(sha, true);
    },
    moved: (from, to) => {
      left.set(from, true);
      settle(to);
    },
  };
};
