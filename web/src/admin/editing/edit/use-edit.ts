import { fieldName, labelsOf, readValue, type Validation } from 'content-schema';
import type { Field, ValueOf } from 'content-schema/fields';
import { differencesOf, isSame } from 'content-schema/merge';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { usePosts } from '../../../data/posts.ts';
import type { Versioned } from '../../../data/request.ts';
import { useTypedText } from '../../../ui/error-boundary.tsx';
import { STATUS_MESSAGE_MS } from '../../../ui/status.tsx';
import type { FieldNames } from '../changes/change-names.ts';
import { readableText } from '../changes/conflict.ts';
import { discardDraft } from '../photos/unsaved-photos.ts';
import {
  abandonedDrafts,
  deleteDraft,
  lockDraft,
  newDraftId,
  readDraft,
  storeDraft,
} from './drafts.ts';
import {
  draftOf,
  initialEdit,
  isStored,
  isUnsaved,
  reduce,
  type EditEvent,
  type EditState,
} from './edit-state.ts';
import type { SavablePart } from './save-parts.ts';
import type { SubjectName } from './subjects.ts';

interface SaveMessages {
  readonly saving: string;
  readonly saved: string;
  /** The message when there were edits since the save began; defaults to `saved`. */
  readonly savedBefore?: string;
  /** The message for a failure without a message from the server. */
  readonly failed: string;
}

interface EditOptions<F extends Field> {
  /** Also the name of its drafts. */
  readonly name: SubjectName;
  /** The id of another subject's draft to start with; ignored if it doesn't exist. */
  readonly beginWith?: string | undefined;
  /**
   * A new stored value replaces a value without edits. Edits keep their base and are merged when
   * they are saved.
   */
  readonly stored: Versioned<unknown>;
  /** The message to show when the entity was deleted meanwhile. */
  readonly removed?: string | undefined;
  readonly fields: F;
  readonly validate: (value: ValueOf<F>) => Validation<ValueOf<F>>;
  readonly messages: SaveMessages;
  /** How long to show the success message; defaults to `STATUS_MESSAGE_MS`. */
  readonly savedForMs?: number | undefined;
}

/** An edited value as its form sees it, independent of the value's type. */
export interface FormPart extends SavablePart {
  readonly state: EditState<unknown>;
  readonly fieldNames: FieldNames;
  /** What to say about the save; undefined without one. */
  readonly message: string | undefined;
  /**
   * When the form last saved the value, in milliseconds since 1970; undefined before the first
   * save.
   */
  readonly savedAt: number | undefined;
  /** False where the browser can't store drafts. */
  readonly storesDrafts: boolean;
  /** The message to show when the entity was deleted meanwhile. */
  readonly removed: string | undefined;
}

/** An edited value, to pass to `EditForm`, which renders everything but its fields. */
export interface Edit<Value> extends FormPart {
  readonly value: Value;
  readonly change: (value: Value) => void;
}

const STORE_EVERY_MS = 1000;

const messageOf = <Value>(
  { phase }: EditState<Value>,
  { saving, saved, savedBefore = saved }: SaveMessages,
): string | undefined => {
  switch (phase.name) {
    case 'saving':
      return saving;
    case 'saved':
      return phase.untouched ? saved : savedBefore;
    case 'failed':
      return phase.message;
    case 'idle':
    case 'conflict':
      return undefined;
  }
};

const storedOf = <F extends Field>({ stored, fields }: EditOptions<F>): Versioned<ValueOf<F>> => ({
  ...stored,
  response: readValue(fields, stored.response),
});

type Send<Value> = (event: EditEvent<Value>) => EditState<Value>;

/** The state of the edits. `send` applies an event at once and returns the state after it. */
const useEditState = <F extends Field>(options: EditOptions<F>) => {
  const { validate } = options;
  const [state, setState] = useState(() => initialEdit(storedOf(options), newDraftId()));
  const [savedAt, setSavedAt] = useState<number>();
  const latest = useRef(state);
  const latestValidate = useRef(validate);
  useEffect(() => {
    latestValidate.current = validate;
  }, [validate]);
  const send: Send<ValueOf<F>> = useCallback((event) => {
    latest.current = reduce(latest.current, event, latestValidate.current);
    setState(latest.current);
    if (event.type === 'saved') setSavedAt(Date.now());
    return latest.current;
  }, []);
  return { state, savedAt, send };
};

/**
 * Stores unsaved edits in the browser, and finds the drafts there. Returns whether the browser can
 * store drafts.
 */
const useDrafts = <F extends Field>(
  { name, fields, beginWith }: EditOptions<F>,
  state: EditState<ValueOf<F>>,
  send: Send<ValueOf<F>>,
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

  const read = (value: unknown) => readValue(fields, value);
  const adopt = useEffectEvent(async (id: string) => {
    const draft = (await abandonedDrafts(posts)).find((stored) => stored.id === id);
    if (!draft) return;
    const { stored: base } = latest.current;
    const edits = { ...readDraft(draft, read), base, lost: [] };
    send({ type: 'restored', draft: edits, at: Date.now() });
  });
  const find = useEffectEvent(async () => {
    if (beginWith !== undefined) await adopt(beginWith);
    const drafts = (await abandonedDrafts(posts))
      .filter((draft) => draft.name === name)
      .map((draft) => readDraft(draft, read));
    const { stored } = latest.current;
    for (const draft of drafts) if (isStored(draft, stored)) void discardDraft(draft);
    send({ type: 'found', drafts: drafts.filter((draft) => !isStored(draft, stored)) });
  });
  useEffect(() => {
    find().catch(() => setStoresDrafts(false));
  }, [name]);

  useEffect(() => {
    if (!unsaved) {
      void deleteDraft(draftId);
      return;
    }
    let stored: EditState<ValueOf<F>> | undefined;
    const store = () => {
      const { value, phase } = latest.current;
      if (stored?.value === value && stored.phase === phase) return;
      stored = latest.current;
      storeDraft({ ...draftOf(stored, Date.now()), name }).then(
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
const typedText = <Value>({ base, value }: EditState<Value>, fieldNames: FieldNames): string =>
  differencesOf(base.response, value)
    .map(({ field, after }) => {
      const text = readableText(after, { names: fieldNames, path: field });
      return `${fieldName(fieldNames, field)}: ${text}`;
    })
    .join('\n\n');

/**
 * Edits a value of plain data so that no edits are lost. The reducer in `edit-state.ts` decides;
 * this hook performs its side effects.
 */
export const useEdit = <F extends Field>(options: EditOptions<F>): Edit<ValueOf<F>> => {
  const { name, stored, removed, fields, messages } = options;
  const fieldNames = useMemo(() => labelsOf(fields), [fields]);
  const { state, savedAt, send } = useEditState(options);
  const { phase } = state;
  const storesDrafts = useDrafts(options, state, send);
  useTypedText(useCallback(() => typedText(state, fieldNames), [state, fieldNames]));

  const isRemoved = removed !== undefined;
  const seen = useRef({ stored, isRemoved: false });
  const receive = useEffectEvent(() => {
    const received = { stored, isRemoved };
    if (isSame(seen.current, received)) return;
    seen.current = received;
    send({ type: 'stored', stored: storedOf(options), isRemoved });
  });
  useEffect(() => receive(), [stored, isRemoved]);

  const { savedForMs = STATUS_MESSAGE_MS } = options;
  const wasSaved = phase.name === 'saved';
  useEffect(() => {
    if (!wasSaved) return;
    const timer = setTimeout(() => send({ type: 'expired' }), savedForMs);
    return () => clearTimeout(timer);
  }, [wasSaved, savedForMs, send]);

  return {
    name,
    fieldNames,
    failed: messages.failed,
    read: (value) => readValue(fields, value),
    removed: phase.name === 'idle' ? removed : undefined,
    state,
    value: state.value,
    change: (value) => send({ type: 'typed', change: () => value }),
    message: messageOf(state, messages),
    savedAt,
    // Its form sends only what `read` returned.
    send: send as FormPart['send'],
    storesDrafts,
  };
};
