import { setTimeout as delay } from 'node:timers/promises';
import type { EffectiveChanges } from '../effective-changes.ts';
import { StoreUnavailable, type GitStoreError } from '../errors.ts';
import type { CommitRequest, CommitSha } from '../git-store.ts';
import { describeFailure, isNotSent, isTimeout, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { readRecentCommits } from './recent-commits.ts';
import { toStoreError, unavailable } from './store-error.ts';

/** Writes the changes as one commit, and answers its id. Throws as Octokit does. */
export type SendCommit = (
  repository: GitHubRepository,
  request: CommitRequest,
  changes: EffectiveChanges,
) => Promise<CommitSha>;

/** Times a write is tried while GitHub fails without writing it. */
const ATTEMPTS = 3;
/** Times GitHub is asked whether a write in doubt has landed, waiting longer each time. */
const QUESTIONS = 3;

type Outcome =
  { readonly sha: CommitSha } | { readonly refused: GitStoreError } | { readonly failed: Failure };

const isLanded = (message: string, operationId: string): boolean =>
  message.split('\n').includes(`Operation-Id: ${operationId}`);

/** The commit of the operation, if the write has landed. */
const findLanded = async (
  repository: GitHubRepository,
  operationId: string,
): Promise<CommitSha | undefined> => {
  for (let question = 1; ; question += 1) {
    try {
      const { commits } = await readRecentCommits(repository);
      return commits.find(({ message }) => isLanded(message, operationId))?.sha;
    } catch (error) {
      if (question === QUESTIONS) {
        throw new StoreUnavailable(
          'GitHub does not answer whether this was saved. Please look before you save it again.',
          { cause: error },
        );
      }
      await delay(4 * repository.retryDelayMs * question);
    }
  }
};

/**
 * Writes the changes as one commit on the expected head, and answers its id. A write whose answer
 * was lost is looked for by its operation's id before anything is repeated or refused, so it is
 * never made twice and never called lost when it landed. Throws the port's errors.
 */
export const writeCommit = async (
  repository: GitHubRepository,
  request: CommitRequest,
  changes: EffectiveChanges,
  sendCommit: SendCommit,
): Promise<CommitSha> => {
  const send = async (): Promise<Outcome> => {
    try {
      return { sha: await sendCommit(repository, request, changes) };
    } catch (error) {
      const failed = describeFailure(error);
      const refused = toStoreError(failed, repository, true);
      return refused ? { refused } : { failed };
    }
  };

  let isInDoubt = false;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send();
    if ('sha' in outcome) return outcome.sha;
    if ('failed' in outcome) {
      isInDoubt ||= !isNotSent(outcome.failed);
      // A write that is still under way gets the time to land.
      await delay(repository.retryDelayMs * attempt ** 2);
    }
    const landed = isInDoubt ? await findLanded(repository, request.operationId) : undefined;
    if (landed !== undefined) return landed;
    if ('refused' in outcome) throw outcome.refused;
    if (attempt === ATTEMPTS || isTimeout(outcome.failed)) throw unavailable(outcome.failed);
    // Otherwise the expected head makes a repetition safe: of two that arrive, one is refused.
  }
};
