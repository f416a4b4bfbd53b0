import { setTimeout as delay } from 'node:timers/promises';
import type { EffectiveChanges } from '../effective-changes.ts';
import { StaleHead, type GitStoreError } from '../errors.ts';
import type { CommitRequest, CommitSha } from '../git-store.ts';
import { commitByMutation, fitsMutation } from './commit-by-mutation.ts';
import { commitBySteps } from './commit-by-steps.ts';
import { describeFailure, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { readRecentCommits } from './recent-commits.ts';
import { certainError, unavailable } from './store-error.ts';

/** Times a write is tried while GitHub fails without writing it. */
const ATTEMPTS = 3;
/** Times GitHub is asked whether a write in doubt has landed, waiting longer each time. */
const QUESTIONS = 5;

type Outcome =
  { readonly sha: CommitSha } | { readonly refused: GitStoreError } | { readonly inDoubt: Failure };

const send = async (
  repository: GitHubRepository,
  request: CommitRequest,
  changes: EffectiveChanges,
): Promise<Outcome> => {
  const commit = fitsMutation(changes) ? commitByMutation : commitBySteps;
  try {
    return { sha: await commit(repository, request, changes) };
  } catch (error) {
    const failure = describeFailure(error);
    const refused = certainError(failure, repository, true);
    return refused ? { refused } : { inDoubt: failure };
  }
};

/**
 * The commit that carries the operation's id, if the write has landed. Throws the store's error
 * when GitHub doesn't tell.
 */
const findLanded = async (
  repository: GitHubRepository,
  operationId: string,
): Promise<CommitSha | undefined> => {
  for (let question = 1; ; question += 1) {
    try {
      const { commits } = await readRecentCommits(repository);
      return commits.find(({ message }) => message.includes(operationId))?.sha;
    } catch (error) {
      if (question === QUESTIONS) throw error;
      await delay(repository.retryDelayMs * question ** 2);
    }
  }
};

/**
 * Writes the changes as one commit on the expected head, and answers its id. A write whose answer
 * was lost is looked for by its operation's id before anything is repeated, so it is never made
 * twice and never called lost when it landed. Throws the port's errors.
 */
export const writeCommit = async (
  repository: GitHubRepository,
  request: CommitRequest,
  changes: EffectiveChanges,
): Promise<CommitSha> => {
  let doubted: Failure | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const outcome = await send(repository, request, changes);
    if ('sha' in outcome) return outcome.sha;
    if ('refused' in outcome) {
      // The head may have moved by an attempt of ours that was in doubt.
      const ours = outcome.refused instanceof StaleHead && doubted !== undefined;
      const landed = ours ? await findLanded(repository, request.operationId) : undefined;
      if (landed === undefined) throw outcome.refused;
      return landed;
    }
    doubted = outcome.inDoubt;
    const landed = await findLanded(repository, request.operationId);
    if (landed !== undefined) return landed;
    // The expected head makes a repetition safe: of two that arrive, the second is refused.
    await delay(repository.retryDelayMs * attempt ** 2);
  }
  throw unavailable(doubted ?? { headers: {}, message: 'no attempt was made', types: [] });
};
