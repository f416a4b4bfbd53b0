import type { Issue } from 'content-schema';
import { mergeValues, type Decide, type FieldConflict } from 'content-schema/merge';
import { useRef, useState } from 'react';
import type { EditSource } from '../../data/editable-content.ts';
import { ApiError, messageOf, type Versioned } from '../../data/request.ts';
import { STATUS_MESSAGE_MS } from '../../ui/status.tsx';
import type { OpenConflict } from './form-part.ts';
import { IDLE, useSaveStatus, type SaveStatus } from './use-save-status.ts';

export interface SaveMessages {
  readonly saving: string;
  readonly saved: string;
  /** For a failure that the server gave no words for. */
  readonly failed: string;
}

interface SaveOptions<Value> {
  readonly source: EditSource<Value>;
  readonly messages: SaveMessages;
  /** How long it is told that the save went well; undefined for the usual time. */
  readonly savedForMs: number | undefined;
  readonly onSaved: ((saved: Value) => void) | undefined;
  /** The value as it may be saved; undefined, with its issues shown, when it may not. */
  readonly check: (value: Value) => Value | undefined;
  readonly refuse: (issues: readonly Issue[]) => void;
  /** Puts `next` in the place of `from`, to be edited on from `base`; what was typed since stays. */
  readonly goOn: (from: Value, next: Value, base: Versioned<Value>) => void;
}

interface SaveHook<Value> {
  readonly status: SaveStatus;
  /** Tells whether the value may be saved; if not, its issues are shown. */
  readonly mayBeSaved: (value: Value) => boolean;
  /** Saves `mine`, which was edited from `base`, unless a save is under way. */
  readonly save: (mine: Value, base: Versioned<Value>) => void;
  readonly conflict: OpenConflict | undefined;
}

/** Two edits of the same value that overlap. */
interface ConflictState<Value> {
  readonly base: Value;
  readonly theirs: Versioned<Value>;
  readonly mine: Value;
  readonly conflicts: readonly FieldConflict[];
}

/** Saves a value, one save at a time, and has conflicts with other saves settled. */
export const useSave = <Value>(parts: SaveOptions<Value>): SaveHook<Value> => {
  const { source, messages, onSaved, check, refuse, goOn } = parts;
  const [status, setStatus] = useSaveStatus(parts.savedForMs ?? STATUS_MESSAGE_MS);
  const [rivalry, setRivalry] = useState<ConflictState<Value>>();
  const busy = useRef(false);

  const findConflicts = async (mine: Value, { answer: base }: Versioned<Value>) => {
    const theirs = await source.latest();
    const { value: merged, conflicts } = mergeValues(base, theirs.answer, mine);
    if (conflicts.length > 0) setRivalry({ base, theirs, mine, conflicts });
    else goOn(mine, merged, theirs);
  };

  const fail = (error: unknown) =>
    setStatus({ state: 'error', message: messageOf(error, messages.failed) });

  const attempt = async (mine: Value, valid: Value, base: Versioned<Value>) => {
    setStatus({ state: 'saving', message: messages.saving });
    try {
      const saved = await source.save(valid, base.revision);
      goOn(mine, saved.answer, saved);
      setStatus({ state: 'saved', message: messages.saved });
      onSaved?.(saved.answer);
    } catch (error) {
      fail(error);
      if (!(error instanceof ApiError)) return;
      if (error.issues.length > 0) {
        setStatus(IDLE);
        refuse(error.issues);
      }
      if (error.conflicts.length > 0) await findConflicts(mine, base).catch(fail);
    }
  };

  const checked = (value: Value): Value | undefined => {
    const valid = check(value);
    if (valid === undefined) setStatus(IDLE);
    return valid;
  };

  const save = (mine: Value, base: Versioned<Value>) => {
    const valid = busy.current ? undefined : checked(mine);
    if (valid === undefined) return;
    busy.current = true;
    void attempt(mine, valid, base).finally(() => {
      busy.current = false;
    });
  };

  const settle = ({ base, theirs, mine }: ConflictState<Value>, decide: Decide) => {
    const agreed = mergeValues(base, theirs.answer, mine, decide).value;
    setRivalry(undefined);
    goOn(mine, agreed, theirs);
    save(agreed, theirs);
  };

  return {
    status,
    mayBeSaved: (value) => checked(value) !== undefined,
    save,
    conflict: rivalry && {
      conflicts: rivalry.conflicts,
      settle: (decide) => settle(rivalry, decide),
      postpone: () => setRivalry(undefined),
    },
  };
};
