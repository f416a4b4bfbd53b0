import type { Validation } from 'content-schema';
import { isSame, mergeValues } from 'content-schema/merge';
import { useState } from 'react';
import type { EditSource } from '../../data/editable-content.ts';
import type { Versioned } from '../../data/request.ts';
import type { Draft } from './drafts/draft-store.ts';
import { useDraft } from './drafts/use-draft.ts';
import type { DraftOffer, FieldNames, FormPart } from './form-part.ts';
import { useIssues } from './use-issues.ts';
import { useSave, type SaveMessages } from './use-save.ts';

interface EditOptions<Value> {
  /** What is edited, among all that can be: its drafts are kept under it, e.g. `post some-id`. */
  readonly name: string;
  /**
   * Where the value comes from and goes to. A `stored` that changes replaces a value that was not
   * edited; one that was edited goes on from what it began with, and is merged when it is saved.
   */
  readonly source: EditSource<Value>;
  readonly validate: (value: Value) => Validation<Value>;
  readonly messages: SaveMessages;
  readonly fieldNames: FieldNames;
  /** How long it is told that the save went well, if not for the usual time. */
  readonly savedForMs?: number | undefined;
  readonly onSaved?: (saved: Value) => void;
}

/** A value that is edited and saved; given to `EditForm`, which shows all but the value itself. */
export interface Edit<Value> extends FormPart {
  readonly value: Value;
  readonly change: (value: Value) => void;
}

/**
 * Edits a value of plain data that is stored as a whole, so that nothing typed is lost: a draft is
 * kept until it is saved, one save is made at a time, what is typed meanwhile stays, and a save
 * that conflicts with another's is settled field by field.
 */
export const useEdit = <Value>(parts: EditOptions<Value>): Edit<Value> => {
  const { name, source, validate, messages, fieldNames, savedForMs, onSaved } = parts;
  const { stored } = source;
  const [seen, setSeen] = useState(stored);
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored.answer);
  const { issues, refusals, check, recheck, refuse } = useIssues(validate);

  const unsaved = !isSame(value, base.answer);
  if (!isSame(stored, seen)) {
    setSeen(stored);
    if (!unsaved) {
      setBase(stored);
      setValue(stored.answer);
    }
  }

  const goOn = (from: Value, next: Value, nextBase: Versioned<Value>) => {
    setBase(nextBase);
    setValue((now) => mergeValues(from, next, now).value);
  };
  const { status, mayBeSaved, save, conflict } = useSave({
    source,
    messages,
    savedForMs,
    onSaved,
    check,
    refuse,
    goOn,
  });
  const { abandoned, adopt, discard } = useDraft({
    name,
    unsaved,
    value,
    base,
    stored: stored.answer,
  });

  const change = (next: Value) => {
    setValue(next);
    recheck(next);
  };

  const offerOf = (draft: Draft): DraftOffer => ({
    keptAt: draft.keptAt,
    stored: stored.answer,
    value: draft.value,
    outdated: !isSame(draft.base.answer, stored.answer),
    restore: () => {
      adopt(draft);
      setBase(draft.base as Versioned<Value>);
      change(draft.value as Value);
    },
    discard: () => discard(draft),
  });

  const [newest] = abandoned;
  return {
    name,
    fieldNames,
    value,
    change,
    unsaved,
    issues,
    refusals,
    status,
    check: () => mayBeSaved(value),
    save: () => save(value, base),
    draft: newest && offerOf(newest),
    conflict,
  };
};
