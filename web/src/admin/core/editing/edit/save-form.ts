import type { FormSource } from '../../../../data/editable-content.ts';
import { ApiError, isRetryable, messageOf, type Versioned } from '../../../../data/request.ts';
import {
  joinPath,
  splitPath,
  type EditEvent,
  type EditState,
  type FormValue,
  type Save,
} from './edit-state.ts';
import type { FormEdit } from './use-edit.ts';

/** The maximum number of requests to save, of which all but the last may have to be merged. */
const ATTEMPTS_MAX = 3;

/** Returns the issues of a response with the paths of the form. Some calls leave out the part. */
const issuesOf = ({ issues }: ApiError, parts: readonly string[]) =>
  issues.flatMap(({ path, message }) => {
    if (parts.includes(splitPath(path).part)) return { path, message };
    const [part, ...others] = parts;
    if (part === undefined || others.length > 0) return [];
    return { path: joinPath(part, path), message };
  });

type SavedParts = Awaited<ReturnType<FormSource['save']>>;

/**
 * The stored value after a save of some parts. It keeps its revision if commits before the save may
 * have changed the other parts, which load later.
 */
export const storedAfter = (
  { valid, revision, parts }: Save,
  saved: SavedParts,
): Versioned<FormValue> => {
  const isWhole = saved.previous === revision || parts.length === Object.keys(valid).length;
  return isWhole
    ? { response: { ...valid, ...saved.response }, revision: saved.revision }
    : { response: valid, revision };
};

/** Sends a save, or loads the stored value if that has to come first. Never rejects. */
const perform = async (
  source: FormSource,
  { read }: Pick<FormEdit, 'read'>,
  { lost, base }: EditState,
  save: Save,
  isLastAttempt: boolean,
): Promise<EditEvent> => {
  const { valid, revision, parts } = save;
  const looksFirst = lost.length > 0;

  const look = async (): Promise<EditEvent> => {
    const { response, revision: newest, removed } = await source.latest();
    const theirs = { response: read({ ...base.response, ...response }), revision: newest };
    return { type: 'conflicted', theirs, removed };
  };
  const send = async (): Promise<EditEvent> => {
    const values = Object.fromEntries(parts.map((part) => [part, valid[part]]));
    const saved = await source.save(values, revision);
    return {
      type: 'saved',
      stored: storedAfter(save, { ...saved, response: read({ ...valid, ...saved.response }) }),
    };
  };
  const failure = (error: unknown, uncertain: boolean): EditEvent => ({
    type: 'failed',
    message: messageOf(error, '') || undefined,
    uncertain,
    code: error instanceof ApiError ? error.code : undefined,
  });

  try {
    return await (looksFirst ? look() : send());
  } catch (error) {
    if (!(error instanceof ApiError)) return failure(error, !looksFirst);
    const issues = issuesOf(error, parts);
    if (issues.length > 0) return { type: 'refused', issues };
    if (error.conflicts.length === 0) return failure(error, !looksFirst && isRetryable(error));
    if (isLastAttempt) return failure(error, false);
    return look().catch((cause: unknown) => failure(cause, false));
  }
};

interface SaveOptions {
  readonly latestSource: () => FormSource;
  /** Whether the form is saved again after this save. Then its issues are not shown. */
  readonly isRepeated: () => boolean;
}

/** Saves the changed parts of a form, all or none; again after a conflict that merges. */
export const saveForm = async (
  form: Pick<FormEdit, 'read' | 'send'>,
  { latestSource, isRepeated }: SaveOptions,
  begin: EditEvent,
): Promise<void> => {
  let state = form.send(begin);
  for (let attempt = 1; state.phase.name === 'saving'; attempt += 1) {
    const isLastAttempt = attempt === ATTEMPTS_MAX;
    const outcome = await perform(latestSource(), form, state, state.phase.save, isLastAttempt);
    const isHidden = outcome.type === 'refused' && isRepeated();
    state = form.send(isHidden ? { type: 'halted' } : outcome);
  }
};
