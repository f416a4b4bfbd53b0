import { STATUS_MESSAGE_MS, type Issue, type Validation } from 'content-schema';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf, type Answered } from '../../data/request.ts';
import { carryEdits, isSame } from './carry-edits.ts';

interface EditFormParts<Value, Valid> {
  /** What is stored now. Edits begin from it, and it replaces a value that was not edited. */
  readonly stored: Answered<Value>;
  readonly validate: (value: Value) => Validation<Valid>;
  readonly save: (value: Valid, revision: string | undefined) => Promise<Answered<Value>>;
  readonly messages: {
    readonly saving: string;
    readonly saved: string;
    /** For a failure that the server gave no words for. */
    readonly failed: string;
  };
}

export type SaveStatus =
  | { readonly state: 'idle' }
  | { readonly state: 'saving' | 'saved' | 'error'; readonly message: string };

export interface EditForm<Value> {
  readonly value: Value;
  readonly change: (value: Value) => void;
  readonly unsaved: boolean;
  readonly issues: readonly Issue[];
  /** How often a save was refused because of its values. */
  readonly refusals: number;
  readonly status: SaveStatus;
  readonly submit: () => void;
}

const IDLE: SaveStatus = { state: 'idle' };

/** A value that is edited and saved; one save at a time. */
export const useEditForm = <Value, Valid>(parts: EditFormParts<Value, Valid>): EditForm<Value> => {
  const { stored, validate, save, messages } = parts;
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored.answer);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [refusals, setRefusals] = useState(0);
  const [status, setStatus] = useState<SaveStatus>(IDLE);
  const saving = useRef(false);

  const unsaved = !isSame(value, base.answer);
  if (!unsaved && !isSame(stored, base)) {
    setBase(stored);
    setValue(stored.answer);
  }

  useEffect(() => {
    if (status.state !== 'saved') return;
    const timer = setTimeout(() => setStatus(IDLE), STATUS_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [status]);

  const refuse = (found: readonly Issue[]) => {
    setIssues(found);
    setRefusals((count) => count + 1);
  };

  const change = (next: Value) => {
    setValue(next);
    if (issues.length === 0) return;
    const validation = validate(next);
    setIssues(validation.valid ? [] : validation.issues);
  };

  const store = async (valid: Valid) => {
    setIssues([]);
    setStatus({ state: 'saving', message: messages.saving });
    try {
      const saved = await save(valid, base.revision);
      setBase(saved);
      setValue((typed) => carryEdits(typed, value, saved.answer));
      setStatus({ state: 'saved', message: messages.saved });
    } catch (error) {
      if (error instanceof ApiError && error.issues.length > 0) refuse(error.issues);
      setStatus({ state: 'error', message: messageOf(error, messages.failed) });
    }
  };

  const submit = () => {
    if (saving.current) return;
    const validation = validate(value);
    if (!validation.valid) {
      setStatus(IDLE);
      refuse(validation.issues);
      return;
    }
    saving.current = true;
    void store(validation.value).finally(() => {
      saving.current = false;
    });
  };

  return { value, change, unsaved, issues, refusals, status, submit };
};
