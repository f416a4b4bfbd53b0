import { fieldName, labelsOf, readValue, type Issue, type Validation } from 'content-schema';
import {
  group,
  type Field,
  type Fields,
  type GroupField,
  type ValueOf,
  type ValuesOf,
} from 'content-schema/fields';
import { differencesOf, isSame } from 'content-schema/merge';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePosts } from '../../../../data/posts.ts';
import type { Versioned } from '../../../../data/request.ts';
import { useTypedText } from '../../../../ui/error-boundary.tsx';
import { STATUS_MESSAGE_MS } from '../../../../ui/messages.tsx';
import type { FieldNames } from '../changes/change-names.ts';
import { readableText } from '../changes/conflict.ts';
import {
  abandonedDrafts,
  deleteStored,
  discardDraft,
  lockDraft,
  newDraftId,
  storeDraft,
} from './drafts.ts';
import {
  draftOf,
  initialEdit,
  joinPath,
  isStored,
  isUnsaved,
  reduce,
  type Draft,
  type EditEvent,
  type EditState,
  type FormValue,
} from './edit-state.ts';
import type { FormName } from './targets.ts';

interface SaveMessages {
  readonly saving: string;
  readonly saved: string;
  /** The message when there were edits since the save began; defaults to `saved`. */
  readonly savedBefore?: string;
  readonly failed: string;
}

interface Part<F extends Field> {
  readonly fields: F;
  readonly validate: (value: ValueOf<F>) => Validation<ValueOf<F>>;
  readonly messages: SaveMessages;
}

interface EditOptions<Members extends Fields> {
  readonly name: FormName;
  /** The id of another form's draft to start with; ignored if it doesn't exist. */
  readonly beginWith?: string | undefined;
  readonly parts: { readonly [Name in keyof Members]: Part<Members[Name]> };
  /** Replaces a value without edits. Edits keep their base and are merged when they are saved. */
  readonly stored: Versioned<unknown>;
  readonly removed?: string | undefined;
  readonly savedForMs?: number | undefined;
}

/** An edited form, independent of the type of its value. */
export interface FormEdit {
  readonly name: FormName;
  readonly read: (stored: unknown) => FormValue;
  /** Applies an event at once. Returns the state after it. */
  readonly send: (event: EditEvent) => EditState;
  readonly state: EditState;
  readonly fields: GroupField;
  /** What to say about the save, for each of its parts; nothing without one. */
  readonly messages: readonly string[];
  /** In milliseconds since 1970; undefined before the first save. */
  readonly savedAt: number | undefined;
  /** False where the browser can't store drafts. */
  readonly storesDrafts: boolean;
  readonly removed: string | undefined;
}

/** An edited form, to pass to `EditForm`, which renders everything but its fields. */
export interface Edit<Value> extends FormEdit {
  readonly value: Value;
  readonly change: (changes: Partial<Value>) => void;
}

const STORE_EVERY_MS = 1000;

type AnyParts = Readonly<
  Record<
    string,
    Pick<Part<never>, 'messages'> & {
      readonly fields: Field;
      readonly validate: (value: never) => Validation<unknown>;
    }
  >
>;

const messagesOf = ({ phase }: EditState, parts: AnyParts): readonly string[] => {
  if (phase.name === 'failed' && phase.message !== undefined) return [phase.message];
  const names = phase.name === 'saving' ? phase.save.parts : 'parts' in phase ? phase.parts : [];
  return names.flatMap((name) => {
    const part = parts[name];
    if (!part) return [];
    const { saving, saved, savedBefore = saved, failed } = part.messages;
    if (phase.name === 'saved') return phase.untouched ? saved : savedBefore;
    return phase.name === 'saving' ? saving : failed;
  });
};

const validateParts = (
  parts: AnyParts,
  value: FormValue,
  names: readonly string[],
): Validation<FormValue> => {
  const valid: Record<string, unknown> = { ...value };
  const issues: Issue[] = [];
  for (const name of names) {
    // The value has the fields of its parts.
    const result = parts[name]?.validate(value[name] as never);
    if (result?.valid) valid[name] = result.value;
    for (const { path, message } of result?.valid === false ? result.issues : []) {
      issues.push({ path: joinPath(name, path), message });
    }
  }
  const [issue, ...others] = issues;
  return issue ? { valid: false, issues: [issue, ...others] } : { valid: true, value: valid };
};

const useEditState = (stored: Versioned<unknown>, parts: AnyParts, read: FormEdit['read']) => {
  const [state, setState] = useState(() =>
    initialEdit({ ...stored, response: read(stored.response) }, newDraftId()),
  );
  const [savedAt, setSavedAt] = useState<number>();
  const latest = useRef(state);
  const latestParts = useRef(parts);
  useEffect(() => {
    latestParts.current = parts;
  }, [parts]);
  const send: FormEdit['send'] = useCallback((event) => {
    latest.current = reduce(latest.current, event, (value, names) =>
      validateParts(latestParts.current, value, names),
    );
    setState(latest.current);
    if (event.type === 'saved') setSavedAt(Date.now());
    return latest.current;
  }, []);
  return { state, savedAt, send };
};

/** Stores unsaved edits and finds drafts in the browser. Returns whether it can store drafts. */
const useDrafts = (
  { name, state, send, read }: Pick<FormEdit, 'name' | 'state' | 'send' | 'read'>,
  beginWith: string | undefined,
): boolean => {
  const [storesDrafts, setStoresDrafts] = useState(true);
  const posts = usePosts();
  const { draftId } = state;
  const unsaved = isUnsaved(state);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);

  useEffect(() => lockDraft(draftId), [draftId]);

  /** A draft may lack parts of the form. */
  const readParts = (value: FormValue) => read({ ...latest.current.stored.response, ...value });
  const readDraft = (draft: Draft): Draft => ({
    ...draft,
    base: { ...draft.base, response: readParts(draft.base.response) },
    value: readParts(draft.value),
    lost: draft.lost.map(readParts),
  });
  const adopt = useEffectEvent(async (id: string) => {
    const draft = (await abandonedDrafts(posts)).find((stored) => stored.id === id);
    if (!draft) return;
    const { stored: base } = latest.current;
    const edits = { ...readDraft(draft), base, lost: [] };
    send({ type: 'restored', draft: edits, at: Date.now() });
  });
  const find = useEffectEvent(async () => {
    if (beginWith !== undefined) await adopt(beginWith);
    const drafts = (await abandonedDrafts(posts))
      .filter((draft) => draft.form === name)
      .map(readDraft);
    const { stored } = latest.current;
    for (const draft of drafts) if (isStored(draft, stored)) void discardDraft(draft);
    send({ type: 'found', drafts: drafts.filter((draft) => !isStored(draft, stored)) });
  });
  useEffect(() => {
    find().catch(() => setStoresDrafts(false));
  }, [name]);

  useEffect(() => {
    if (!unsaved) {
      void deleteStored(draftId);
      return;
    }
    let stored: EditState | undefined;
    const store = () => {
      const { value, phase } = latest.current;
      if (stored?.value === value && stored.phase === phase) return;
      stored = latest.current;
      storeDraft({ ...draftOf(stored, Date.now()), form: name }).then(
        () => setStoresDrafts(true),
        () => setStoresDrafts(false),
      );
    };
    store();
    const timer = setInterval(store, STORE_EVERY_MS);
    // Stores the last second's edits, since the page may not run again.
    addEventListener('beforeunload', store);
    document.addEventListener('visibilitychange', store);
    return () => {
      clearInterval(timer);
      removeEventListener('beforeunload', store);
      document.removeEventListener('visibilitychange', store);
      store();
    };
  }, [draftId, name, unsaved]);

  return storesDrafts;
};

/** All edited fields with their labels, to copy when the form can't be shown. */
const typedText = ({ base, value }: EditState, fieldNames: FieldNames): string =>
  differencesOf(base.response, value)
    .map(({ field, after }) => {
      const text = readableText(after, { names: fieldNames, path: field });
      return `${fieldName(fieldNames, field)}: ${text}`;
    })
    .join('\n\n');

/** Edits the parts of a form. Performs the side effects of the reducer in `edit-state.ts`. */
export const useEdit = <const Members extends Fields>(
  options: EditOptions<Members>,
): Edit<ValuesOf<Members>> => {
  const { name, stored, removed, savedForMs = STATUS_MESSAGE_MS } = options;
  const parts: AnyParts = options.parts;
  const [{ fields, read, fieldNames }] = useState(() => {
    const members = Object.entries(parts).map(([part, { fields }]) => [part, fields] as const);
    const all = group(Object.fromEntries<Field>(members));
    return {
      fields: all,
      read: (value: unknown): FormValue => readValue(all, value),
      fieldNames: labelsOf(all),
    };
  });
  const { state, savedAt, send } = useEditState(stored, parts, read);
  const { phase } = state;
  const storesDrafts = useDrafts({ name, state, send, read }, options.beginWith);
  useTypedText(useCallback(() => typedText(state, fieldNames), [state, fieldNames]));

  const isRemoved = removed !== undefined;
  const seen = useRef({ stored, isRemoved: false });
  const receive = useEffectEvent(() => {
    const received = { stored, isRemoved };
    if (isSame(seen.current, received)) return;
    seen.current = received;
    send({ type: 'stored', stored: { ...stored, response: read(stored.response) }, isRemoved });
  });
  useEffect(() => receive(), [stored, isRemoved]);

  const wasSaved = phase.name === 'saved';
  useEffect(() => {
    if (!wasSaved) return;
    const timer = setTimeout(() => send({ type: 'expired' }), savedForMs);
    return () => clearTimeout(timer);
  }, [wasSaved, savedForMs, send]);

  return {
    ...{ name, fields, read, state, send, savedAt, storesDrafts },
    removed: phase.name === 'idle' ? removed : undefined,
    messages: messagesOf(state, parts),
    // As `read` returned it, or as it was typed.
    value: state.value as ValuesOf<Members>,
    change: (changes) => send({ type: 'typed', change: (value) => ({ ...value, ...changes }) }),
  };
};
