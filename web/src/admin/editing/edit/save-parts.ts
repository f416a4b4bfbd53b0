import type { PartsSource, SendPatch } from '../../../data/editable-content.ts';
import { ApiError, isRetryable, messageOf } from '../../../data/request.ts';
import type { EditEvent, EditState } from './edit-state.ts';
import type { SubjectName } from './subjects.ts';

/** An edited value, as the save of its form sees it. */
export interface SavablePart {
  readonly name: SubjectName;
  /** The message for a failure without a message from the server. */
  readonly failed: string;
  /** Reads a stored value. */
  readonly read: (stored: unknown) => unknown;
  /** Applies an event at once. Returns the state after it. */
  readonly send: (event: EditEvent<unknown>) => EditState<unknown>;
}

type EventOf<Part extends SavablePart = SavablePart> = (part: Part) => EditEvent<unknown>;

/** The maximum number of requests to save, of which all but the last may have to be merged. */
const ATTEMPTS_MAX = 3;

/**
 * Splits the issues of a response. For several parts, and in a patch, each path starts with the
 * part's name.
 */
const issuesOf = ({ issues }: ApiError, { name }: SavablePart, isAlone: boolean) =>
  issues.flatMap(({ path, message }) => {
    const isNamed = path === name || path.startsWith(`${name}.`);
    if (!isNamed) return isAlone ? { path, message } : [];
    return { path: path.slice(name.length + 1), message };
  });

/**
 * Sends the parts, or loads their stored values if that has to come first. Resolves to the outcome
 * for each part. Never rejects.
 */
const perform = async (
  source: PartsSource,
  parts: readonly SavablePart[],
  states: readonly EditState<unknown>[],
  propose: SendPatch | undefined,
  isLastAttempt: boolean,
): Promise<EventOf> => {
  const saves = states.flatMap(({ phase }) => (phase.name === 'saving' ? phase.save : []));
  const [revision = '', ...otherRevisions] = new Set(saves.map((save) => save.revision));
  // The server merges all parts from the same revision.
  const looksFirst = otherRevisions.length > 0 || states.some(({ lost }) => lost.length > 0);

  const look = async (): Promise<EventOf> => {
    const latest = await source.latest(parts.map(({ name }) => name));
    const { revision: latestRevision, removed } = latest;
    return ({ name, read }) => ({
      type: 'conflicted',
      theirs: { response: read(latest.response[name]), revision: latestRevision },
      removed,
    });
  };
  const send = async (): Promise<EventOf> => {
    const values = Object.fromEntries(parts.map(({ name }, index) => [name, saves[index]?.valid]));
    const saved = await source.save(values, revision, propose);
    if (!saved) return () => ({ type: 'proposed' });
    return ({ name, read }) => ({
      type: 'saved',
      stored: { response: read(saved.response[name]), revision: saved.revision },
    });
  };
  const failure =
    (error: unknown, uncertain: boolean): EventOf =>
    ({ failed }) => ({
      type: 'failed',
      message: messageOf(error, failed),
      uncertain,
      code: error instanceof ApiError ? error.code : undefined,
    });

  try {
    return await (looksFirst ? look() : send());
  } catch (error) {
    if (!(error instanceof ApiError)) return failure(error, !looksFirst);
    const issuesIn = (part: SavablePart) => issuesOf(error, part, parts.length === 1);
    if (parts.some((part) => issuesIn(part).length > 0)) {
      return (part) => {
        const issues = issuesIn(part);
        return issues.length > 0 ? { type: 'refused', issues } : { type: 'halted' };
      };
    }
    if (error.conflicts.length === 0) return failure(error, !looksFirst && isRetryable(error));
    if (isLastAttempt) return failure(error, false);
    return look().catch((cause: unknown) => failure(cause, false));
  }
};

interface SaveOptions {
  readonly latestSource: () => PartsSource;
  /** Whether the parts are saved again after this save. Then its issues are not shown. */
  readonly isRepeated: () => boolean;
  /** Makes the parts a proposal instead of saving them. */
  readonly propose?: SendPatch | undefined;
}

/**
 * Saves the parts of a form together: all of them or none. `begin` gives the event that starts each
 * part's save. After a conflict that merges automatically, the parts are sent again.
 */
export const saveParts = async <Part extends SavablePart>(
  parts: readonly Part[],
  { latestSource, isRepeated, propose }: SaveOptions,
  begin: EventOf<Part>,
): Promise<void> => {
  let states = parts.map((part) => part.send(begin(part)));
  for (let attempt = 1; ; attempt += 1) {
    if (states.some(({ phase }) => phase.name !== 'saving')) {
      for (const part of parts) part.send({ type: 'halted' });
      return;
    }
    const outcomeOf = await perform(
      latestSource(),
      parts,
      states,
      propose,
      attempt === ATTEMPTS_MAX,
    );
    states = parts.map((part) => {
      const outcome = outcomeOf(part);
      return part.send(outcome.type === 'refused' && isRepeated() ? { type: 'halted' } : outcome);
    });
  }
};
