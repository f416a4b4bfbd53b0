import { STATUS_MESSAGE_MS, type Validation } from 'content-schema';
import { isSame, mergeValues, type Decide, type FieldConflict } from 'content-schema/merge';
import { useRef, useState } from 'react';
import type { EditSource } from '../../data/editable-content.ts';
import { ApiError, messageOf, type Answered } from '../../data/request.ts';
import type { Draft } from '../drafts/draft-store.ts';
import { useDraft } from '../drafts/use-draft.ts';
import type { DraftOffer, FieldNames, FormPart } from './form-part.ts';
import { useIssues } from './use-issues.ts';
import { IDLE, useSaveStatus } from './use-save-status.ts';

interface EditParts<Value> {
  /** What is edited, among all that can be: its drafts are kept under it, e.g. `post some-id`. */
  readonly name: string;
  /**
   * Where the value comes from and goes to. A `stored` that changes replaces a value that was not
   * edited; one that was edited goes on from what it began with, and is merged when it is saved.
   */
  readonly source: EditSource<Value>;
  readonly validate: (value: Value) => Validation<Value>;
  readonly messages: {
    readonly saving: string;
    readonly saved: string;
    /** For a failure that the server gave no words for. */
    readonly failed: string;
  };
  readonly fieldNames: FieldNames;
  /** How long it is told that the save went well. */
  readonly savedForMs?: number | undefined;
  readonly onSaved?: (saved: Value) => void;
}

/** A value that is edited and saved; given to `EditForm`, which shows all but the value itself. */
export interface Edit<Value> extends FormPart {
  readonly value: Value;
  readonly change: (value: Value) => void;
}

interface Rival<Value> {
  readonly theirs: Answered<Value>;
  readonly mine: Value;
  readonly conflicts: readonly FieldConflict[];
}

/** What was made of `from` since, on top of `next`. */
const carry = <Value>(from: Value, next: Value, now: Value): Value =>
  mergeValues(from, next, now).value as Value;

/**
 * Edits a value of plain data that is stored as a whole, so that nothing typed is lost: a draft is
 * kept until it is saved, one save is made at a time, what is typed meanwhile stays, and a save
 * that conflicts with another's is settled field by field.
 */
export const useEdit = <Value>(parts: EditParts<Value>): Edit<Value> => {
  const { name, source, validate, messages, fieldNames, onSaved } = parts;
  const { stored } = source;
  const [seen, setSeen] = useState(stored);
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored.answer);
  const [rival, setRival] = useState<Rival<Value>>();
  const [status, setStatus] = useSaveStatus(parts.savedForMs ?? STATUS_MESSAGE_MS);
  const { issues, refusals, check, recheck, refuse } = useIssues(validate);
  const busy = useRef(false);

  const unsaved = !isSame(value, base.answer);
  if (!isSame(stored, seen)) {
    setSeen(stored);
    if (!unsaved) {
      setBase(stored);
      setValue(stored.answer);
    }
  }
  const drafts = useDraft({ name, unsaved, value, base, stored: stored.answer });

  const change = (next: Value) => {
    setValue(next);
    recheck(next);
  };

  /** Puts `next` in the place of `from`; what was typed since stays. */
  const goOn = (from: Value, next: Value, nextBase: Answered<Value>) => {
    setBase(nextBase);
    setValue((now) => carry(from, next, now));
  };

  const meetConflict = async (mine: Value, from: Answered<Value>) => {
    const theirs = await source.latest();
    const { value: merged, conflicts } = mergeValues(from.answer, theirs.answer, mine);
    if (conflicts.length > 0) setRival({ theirs, mine, conflicts });
    else goOn(mine, merged as Value, theirs);
  };

  const fail = async (error: unknown, mine: Value, from: Answered<Value>) => {
    if (error instanceof ApiError && error.issues.length > 0) {
      refuse(error.issues);
      setStatus(IDLE);
      return;
    }
    if (error instanceof ApiError && error.conflicts.length > 0) await meetConflict(mine, from);
    setStatus({ state: 'error', message: messageOf(error, messages.failed) });
  };

  const attempt = async (mine: Value, valid: Value, from: Answered<Value>) => {
    setStatus({ state: 'saving', message: messages.saving });
    try {
      const saved = await source.save(valid, from.revision);
      goOn(mine, saved.answer, saved);
      setStatus({ state: 'saved', message: messages.saved });
      onSaved?.(saved.answer);
    } catch (error) {
      await fail(error, mine, from);
    }
  };

  const mayBeSaved = (now: Value) => {
    const valid = check(now);
    if (valid === undefined) setStatus(IDLE);
    return valid;
  };

  const saveFrom = (mine: Value, from: Answered<Value>) => {
    if (busy.current) return;
    const valid = mayBeSaved(mine);
    if (valid === undefined) return;
    busy.current = true;
    attempt(mine, valid, from)
      .catch((error: unknown) => {
        setStatus({ state: 'error', message: messageOf(error, messages.failed) });
      })
      .finally(() => {
        busy.current = false;
      });
  };

  const settle = ({ theirs, mine }: Rival<Value>, decide: Decide) => {
    const agreed = mergeValues(base.answer, theirs.answer, mine, decide).value as Value;
    setRival(undefined);
    goOn(mine, agreed, theirs);
    saveFrom(agreed, theirs);
  };

  const offerOf = (draft: Draft): DraftOffer => ({
    keptAt: draft.keptAt,
    stored: stored.answer,
    value: draft.value,
    outdated: !isSame(draft.base.answer, stored.answer),
    restore: () => {
      drafts.adopt(draft);
      setBase(draft.base as Answered<Value>);
      change(draft.value as Value);
    },
    discard: () => drafts.discard(draft),
  });
  const [abandoned] = drafts.abandoned;

  return {
    name,
    fieldNames,
    value,
    change,
    unsaved,
    issues,
    refusals,
    status,
    check: () => mayBeSaved(value) !== undefined,
    save: () => saveFrom(value, base),
    draft: abandoned && offerOf(abandoned),
    conflict: rival && {
      conflicts: rival.conflicts,
      settle: (decide) => settle(rival, decide),
      postpone: () => setRival(undefined),
    },
  };
};
