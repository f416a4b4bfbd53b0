import { LRUCache } from 'lru-cache';
import type { CommitSha } from '../git-store.ts';
import { readError } from './call.ts';
import { describeFailure, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { noSuchBranch, readRecentCommits } from './recent-commits.ts';

/** Knows where the branch is, for one conditional request that costs no quota when it is unmoved. */
export interface Head {
  /** Throws `NotFound` when there is no such branch, `EmptyRepository` when there is no commit. */
  read(): Promise<CommitSha>;
  /** Tells that the branch has left `sha`: an answer that says otherwise is checked. */
  left(sha: CommitSha): void;
}

/** The repository has no commit yet, so nothing can be built on. */
export class EmptyRepository extends Error {
  readonly code = 'EmptyRepository';
}

/** Heads that were left and are remembered; REST is behind by seconds, not by so many writes. */
const LEFT_MAX = 100;

const SHA = /^[0-9a-f]{40}$/;

const isEmptyRepository = ({ status, message }: Failure): boolean =>
  status === 409 && /empty/i.test(message);

const isUnknownRef = ({ status, message }: Failure): boolean =>
  status === 422 && /no commit found/i.test(message);

export const createHead = (repository: GitHubRepository): Head => {
  const { octokit, owner, name, branch } = repository;
  const left = new LRUCache<CommitSha, true>({ max: LEFT_MAX });
  let known: CommitSha | undefined;

  const askRest = async (): Promise<CommitSha> => {
    try {
      // https://docs.github.com/rest/commits/commits#get-a-commit
      const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', {
        owner,
        repo: name,
        ref: branch,
        mediaType: { format: 'sha' },
        headers: known === undefined ? {} : { 'if-none-match': `"${known}"` },
        request: repository.read(),
      });
      const sha = String(data).trim();
      if (!SHA.test(sha)) throw new Error('GitHub answered no commit id');
      return sha as CommitSha;
    } catch (error) {
      const failure = describeFailure(error);
      if (failure.status === 304 && known !== undefined) return known;
      if (isEmptyRepository(failure)) throw new EmptyRepository(failure.message);
      if (isUnknownRef(failure)) throw noSuchBranch(repository);
      throw readError(failure, repository);
    }
  };

  return {
    read: async () => {
      const answered = await askRest();
      // REST may be behind a write, so a head that the branch has left is asked for elsewhere.
      const head = left.has(answered) ? (await readRecentCommits(repository)).head : answered;
      left.delete(head);
      known = head;
      return head;
    },
    left: (sha) => {
      left.set(sha, true);
    },
  };
};
