import { setTimeout as delay } from 'node:timers/promises';
import type { EffectiveChanges } from '../changes.ts';
import { StaleHead, StoreUnavailable, type GitStoreError } from '../errors.ts';
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

/** Writes the changes as one commit. Throws Octokit's errors. */
export type SendCommit = (
  repository: GitHubRepository,
  request: CommitRequest,
  changes: EffectiveChanges,
) => Promise<WrittenCommit>;

/** Attempts while GitHub fails without writing. */
const ATTEMPTS = 3;
/** Attempts to find out whether a write landed, with growing pauses. */
const LOOKUPS = 3;

type Outcome = WrittenCommit | { readonly refused: GitStoreError } | { readonly failed: Failure };

/** Ends early when the signal is aborted. */
const pause = (milliseconds: number, signal?: AbortSignal): Promise<unknown> =>
  delay(milliseconds, undefined, signal && { signal }).catch(() => undefined);

const isLanded = (message: string, operationId: string): boolean =>
  message.split('\n').includes(`Operation-Id: ${operationId}`);

/** Rejects as soon as the signal is aborted; the result of the work is then ignored. */
const rejectOnAbort = <Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason as Error);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });

/** Looks up the operation's commit; undefined if the write did not land. */
const findLanded = async (
  repository: GitHubRepository,
  { operationId, signal }: CommitRequest,
): Promise<CommitSha | undefined> => {
  for (let lookup = 1; ; lookup += 1) {
    try {
      const { commits } = await rejectOnAbort(readRecentCommits(repository), signal);
      return commits.find(({ message }) => isLanded(message, operationId))?.sha;
    } catch (error) {
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
 * Writes the changes as one commit on the expected head. If the response is lost, the commit is
 * looked up by its operation id before the write is repeated or refused, so that it is never
 * written twice and never reported as failed when it landed. Throws store errors.
 */
export const writeCommit = async (
  repository: GitHubRepository,
  request: CommitRequest,
  changes: EffectiveChanges,
  sendCommit: SendCommit,
): Promise<WrittenCommit> => {
  const send = async (): Promise<Outcome> => {
    try {
      return await sendCommit(repository, request, changes);
    } catch (error) {
      const failed = describeFailure(error);
      const rejected = toStoreError(failed, repository, true);
      return rejected ? { refused: rejected } : { failed };
    }
  };

  let isUncertain = false;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send();
    if ('sha' in outcome) return outcome;
    if ('failed' in outcome) {
      isUncertain ||= !isNotSent(outcome.failed);
      // Give a write that is still in progress time to land.
      await pause(repository.retryDelayMs * attempt ** 2, request.signal);
    }
    const landed = isUncertain ? await findLanded(repository, request) : undefined;
    if (landed !== undefined) return { sha: landed };
    if ('refused' in outcome) {
      // For a merge, GitHub documents no message that the branch has moved.
      const isMoved =
        request.merges !== undefined &&
        outcome.refused.code === 'StoreRefused' &&
        (await readRecentCommits(repository)).head !== request.expectedHead;
      throw isMoved ? new StaleHead('The branch has moved') : outcome.refused;
    }
    if (attempt === ATTEMPTS || isTimeout(outcome.failed) || request.signal?.aborted)
      throw unavailableError(outcome.failed);
    // Repeating is safe: both attempts expect the same head, so GitHub refuses one of them.
  }
};
