import { setTimeout as delay } from 'node:timers/promises';
import { StaleHead, StoreUnavailable } from '../errors.ts';
import type { CommitRequest, CommitSha } from '../git-store.ts';
import { describeFailure, isNotSent, isTimeout, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { readRecentCommits } from './head.ts';
import { toStoreError, unavailableError } from './store-error.ts';

export interface WrittenCommit {
  readonly sha: CommitSha;
  /** The author that GitHub set; undefined if unknown. */
  readonly authorEmail?: string | undefined;
}

/** Attempts while GitHub fails without writing. */
const ATTEMPTS = 3;
/** Attempts to find out whether a write landed, with growing pauses. */
const LOOKUPS = 3;

/** Ends early when the signal is aborted. */
const pause = (milliseconds: number, signal?: AbortSignal): Promise<unknown> =>
  delay(milliseconds, undefined, signal && { signal }).catch(() => undefined);

const isLanded = (message: string, operationId: string): boolean =>
  message.split('\n').includes(`Operation-Id: ${operationId}`);

/** Looks up the operation's commit; undefined if it can still land, else throws `StaleHead`. */
const findLanded = async (
  repository: GitHubRepository,
  { operationId, expectedHead, signal }: CommitRequest,
): Promise<CommitSha | undefined> => {
  for (let lookup = 1; ; lookup += 1) {
    try {
      const { head, commits } = await readRecentCommits(repository, signal);
      const landed = commits.find(({ message }) => isLanded(message, operationId));
      if (!landed && head !== expectedHead) throw new StaleHead('The branch has moved');
      return landed?.sha;
    } catch (error) {
      if (error instanceof StaleHead) throw error;
      if (lookup === LOOKUPS || signal?.aborted) {
        throw new StoreUnavailable(
          'GitHub does not answer whether this was saved. Please look before you save it again.',
          { cause: error },
        );
      }
      await pause(4 * repository.retryDelayMs * lookup, signal);
    }
  }
};

/**
 * Runs `send`, which writes one commit on the expected head and throws Octokit's errors, with the
 * number of the attempt. If the response is lost, the commit is looked up by its operation id before
 * the write is repeated or refused, so that it is never written twice and never reported as failed
 * when it landed. Throws store errors.
 */
export const writeCommit = async (
  repository: GitHubRepository,
  request: CommitRequest,
  send: (attempt: number) => Promise<WrittenCommit>,
): Promise<WrittenCommit> => {
  const isWorkflow = (path: string) => path.startsWith('.github/workflows/');
  const needsWorkflows = [...request.changes.keys()].some(isWorkflow);
  const where = needsWorkflows ? { ...repository, permission: 'Workflows' } : repository;
  let isUncertain = false;
  for (let attempt = 1; ; attempt += 1) {
    let failure: Failure;
    try {
      return await send(attempt);
    } catch (error) {
      failure = describeFailure(error);
    }
    const refused = toStoreError(failure, where, true);
    // For a merge, GitHub documents no message that the branch has moved.
    isUncertain ||= refused
      ? request.merges !== undefined && refused.code === 'StoreRefused'
      : !isNotSent(failure);
    // Give a write that is still in progress time to land.
    if (!refused) await pause(repository.retryDelayMs * attempt ** 2, request.signal);
    const landed = isUncertain ? await findLanded(repository, request) : undefined;
    if (landed !== undefined) return { sha: landed };
    if (refused) throw refused;
    if (attempt === ATTEMPTS || isTimeout(failure) || request.signal?.aborted)
      throw unavailableError(failure);
    // Repeating is safe: both attempts expect the same head, so GitHub refuses one of them.
  }
};
