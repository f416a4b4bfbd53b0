import { fieldName, type Validation } from 'content-schema';
import { isSame } from 'content-schema/merge';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
  type Dispatch,
} from 'react';
import type { EditSource } from '../../data/editable-content.ts';
import { ApiError, isRetryable, messageOf } from '../../data/request.ts';
import { useTypedText } from '../../ui/error-boundary.tsx';
import { STATUS_MESSAGE_MS } from '../../ui/messages.tsx';
import { differencesOf, readableText } from './conflict.ts';
import { abandonedDrafts, dropDraft, keepDraft, lockDraft, readDraft } from './drafts.ts';
import {
  conflictsOf,
  createEditReducer,
  draftOf,
  initialEdit,
  isOutdated,
  isUnsaved,
  type Draft,
  type EditEvent,
  type EditState,
  type Save,
} from './edit-state.ts';
import type { DraftOffer, EditNotice, FieldNames, FormPart, SaveStatus } from './form-part.ts';
import type { SubjectName } from './subjects.ts';

interface SaveMessages {
  readonly saving: string;
  readonly saved: string;
  /** The message when there were edits since the save began; defaults to `saved`. */
  readonly savedBefore?: string;
  /** The message for a failure without a message from the server. */
  readonly failed: string;
}

interface EditOptions<Value> {
  /** Also the name of its drafts. */
  readonly name: SubjectName;
  /** The id of another subject's draft to start with; ignored if it doesn't exist. */
  readonly beginWith?: string | undefined;
  /**
   * Loads and saves the value. A new `stored` replaces a value without edits. Edits keep their base
   * and are merged when they are saved.
   */
  readonly source: EditSource<Value>;
  readonly validate: (value: Value) => Validation<Value>;
  /** Converts the value of a stored draft, which may come from another version of the product. */
  readonly read: (kept: unknown) => Value;
  readonly messages: SaveMessages;
  readonly fieldNames: FieldNames;
  /** How long to show the success message; defaults to `STATUS_MESSAGE_MS`. */
  readonly savedForMs?: number | undefined;
}

/** An edited value, to pass to `EditForm`, which renders everything but its fields. */
export interface Edit<Value> extends FormPart {
  readonly value: Value;
  readonly change: (value: Value) => void;
  /** Whether the value was saved a moment ago and not edited since. */
  readonly justSaved: boolean;
}

const CHANGED_ELSEWHERE =
  'This was changed elsewhere in the meantime. Choose which version to keep.';

const KEEP_EVERY_MS = 1000;

/** Unique among the browser's tabs. */
const TAB = `${Date.now()}.${Math.random()}`;

/** Unique among all forms in the browser. Starts with the tab's id. */
const newDraftId = (): string => `${TAB}-${Math.random()}`;

const tabOf = (draftId: string): string => draftId.slice(0, draftId.lastIndexOf('-'));

/** Ignores failures to delete drafts where the browser can't store them. */
const ignore = () => undefined;

/** Performs a save, or loads the stored value if that has to come first. Never rejects. */
const perform = async <Value>(
  source: EditSource<Value>,
  { id: save, valid, revision, looksFirst }: Save<Value>,
  failedMessage: string,
): Promise<EditEvent<Value>> => {
  const look = async (message: string): Promise<EditEvent<Value>> => {
    const { removed, ...theirs } = await source.latest();
    return { type: 'conflicted', save, theirs, message, removed };
  };
  const failure = (error: unknown, uncertain: boolean): EditEvent<Value> => ({
    type: 'failed',
    save,
    message: messageOf(error, failedMessage),
    uncertain,
  });
  try {
    if (looksFirst) return await look(CHANGED_ELSEWHERE);
    return { type: 'saved', save, stored: await source.save(valid, revision) };
  } catch (error) {
    if (!(error instanceof ApiError)) return failure(error, !looksFirst);
    if (error.issues.length > 0) return { type: 'refused', save, issues: error.issues };
    if (error.conflicts.length === 0) return failure(error, !looksFirst && isRetryable(error));
    return look(error.message).catch((cause: unknown) => failure(cause, false));
  }
};

const statusOf = <Value>(
  { phase }: EditState<Value>,
  { saving, saved, savedBefore = saved }: SaveMessages,
): SaveStatus => {
  switch (phase.name) {
    case 'idle':
      return { state: 'idle' };
    case 'saving':
      return { state: 'saving', message: saving };
    case 'saved':
      return { state: 'saved', message: phase.untouched ? saved : savedBefore };
    case 'failed':
      return { state: 'error', message: phase.message };
    case 'conflict':
      return { state: 'undecided', message: CHANGED_ELSEWHERE };
  }
};

/**
 * Stores unsaved edits in the browser, and finds the drafts there. Returns whether the browser can
 * store drafts.
 */
const useDrafts = <Value>(
  { name, read, beginWith }: EditOptions<Value>,
  state: EditState<Value>,
  dispatch: Dispatch<EditEvent<Value>>,
): boolean => {
  const [keepsDrafts, setKeepsDrafts] = useState(true);
  const { draftId } = state;
  const unsaved = isUnsaved(state);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);

  useEffect(() => lockDraft(draftId), [draftId]);

  const adopt = useEffectEvent(async (id: string) => {
    const draft = (await abandonedDrafts()).find((kept) => kept.id === id);
    if (!draft) return;
    const { stored: base } = latest.current;
    const edits = { ...readDraft(draft, read), base, lost: [] };
    dispatch({ type: 'restored', draft: edits, at: Date.now() });
  });
  const find = useEffectEvent(async () => {
    if (beginWith !== undefined) await adopt(beginWith);
    const found = (await abandonedDrafts(name)).map((draft) => readDraft(draft, read));
    const { answer } = latest.current.stored;
    const unchanged = found.filter(({ value }) => isSame(value, answer));
    for (const { id } of unchanged) dropDraft(id).catch(ignore);
    dispatch({ type: 'found', drafts: found.filter((draft) => !unchanged.includes(draft)) });
  });
  useEffect(() => {
    find().catch(() => setKeepsDrafts(false));
  }, [name]);

  useEffect(() => {
    if (!unsaved) {
      dropDraft(draftId).catch(ignore);
      return;
    }
    let kept: EditState<Value> | undefined;
    const keep = () => {
      const { value, phase } = latest.current;
      if (kept?.value === value && kept.phase === phase) return;
      kept = latest.current;
      keepDraft({ ...draftOf(kept, Date.now()), name }).then(
        () => setKeepsDrafts(true),
        () => setKeepsDrafts(false),
      );
    };
    keep();
    const timer = setInterval(keep, KEEP_EVERY_MS);
    // Stores the last second's edits, since the page may not run again.
    addEventListener('beforeunload', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      clearInterval(timer);
      removeEventListener('beforeunload', keep);
      document.removeEventListener('visibilitychange', keep);
      keep();
    };
  }, [draftId, name, unsaved]);

  return keepsDrafts;
};

/** All edited fields with their labels, to copy when the form can't be shown. */
const typedText = <Value>({ base, value }: EditState<Value>, fieldNames: FieldNames): string =>
  differencesOf(base.answer, value)
    .map(({ field, mine }) => {
      const text = readableText(mine, { names: fieldNames, path: field });
      return `${fieldName(fieldNames, field)}: ${text}`;
    })
    .join('\n\n');

/**
 * Edits a value of plain data so that no edits are lost. The reducer in `edit-state.ts` decides;
 * this hook performs its side effects.
 */
export const useEdit = <Value>(options: EditOptions<Value>): Edit<Value> => {
  const { name, source, validate, messages, fieldNames } = options;
  const reduce = useMemo(() => createEditReducer(validate), [validate]);
  const [state, dispatch] = useReducer(reduce, undefined, () =>
    initialEdit(source.stored, newDraftId()),
  );
  const { phase, stored } = state;
  const keepsDrafts = useDrafts(options, state, dispatch);
  useTypedText(useCallback(() => typedText(state, fieldNames), [state, fieldNames]));

  const isRemoved = source.removed !== undefined;
  const seen = useRef({ stored: source.stored, isRemoved: false });
  useEffect(() => {
    const found = { stored: source.stored, isRemoved };
    if (isSame(seen.current, found)) return;
    seen.current = found;
    dispatch({ type: 'stored', ...found });
  }, [source.stored, isRemoved]);

  const save = phase.name === 'saving' ? phase.save : undefined;
  const begun = useRef(0);
  const [savedAt, setSavedAt] = useState<number>();
  const begin = useEffectEvent(async (next: Save<Value>) => {
    const ended = await perform(source, next, messages.failed);
    if (ended.type === 'saved') setSavedAt(Date.now());
    dispatch(ended);
  });
  useEffect(() => {
    if (!save || save.id <= begun.current) return;
    begun.current = save.id;
    void begin(save);
  }, [save]);

  const { savedForMs = STATUS_MESSAGE_MS } = options;
  const wasSaved = phase.name === 'saved';
  useEffect(() => {
    if (!wasSaved) return;
    const timer = setTimeout(() => dispatch({ type: 'expired' }), savedForMs);
    return () => clearTimeout(timer);
  }, [wasSaved, state.saves, savedForMs]);

  const offerOf = (draft: Draft<Value>): DraftOffer => ({
    id: draft.id,
    tab: tabOf(draft.id),
    keptAt: draft.keptAt,
    stored: stored.answer,
    value: draft.value,
    outdated: !isSame(draft.base.answer, stored.answer),
    restore: () => dispatch({ type: 'restored', draft, at: Date.now() }),
    discard: () => {
      dispatch({ type: 'discarded', id: draft.id });
      dropDraft(draft.id).catch(ignore);
    },
  });

  const noticeOf = (): EditNotice | undefined => {
    if (source.removed !== undefined && phase.name === 'idle') return { message: source.removed };
    return isOutdated(state)
      ? {
          message: 'This was changed elsewhere since you began.',
          action: { label: 'Apply the change', run: () => dispatch({ type: 'updated' }) },
        }
      : undefined;
  };

  return {
    name,
    fieldNames,
    notice: noticeOf(),
    value: state.value,
    change: (value) => dispatch({ type: 'typed', change: () => value }),
    unsaved: isUnsaved(state),
    issues: state.issues,
    refusals: state.refusals,
    status: statusOf(state, messages),
    savedAt,
    justSaved: phase.name === 'saved' && phase.untouched,
    check: () => {
      dispatch({ type: 'checked' });
      return validate(state.value).valid;
    },
    save: () => dispatch({ type: 'submitted' }),
    drafts: state.drafts.map(offerOf),
    keepsDrafts,
    conflict:
      phase.name === 'conflict' && phase.open
        ? {
            conflicts: conflictsOf(state),
            resolve: (decide) => dispatch({ type: 'resolved', decide }),
            dismiss: () => dispatch({ type: 'dismissed' }),
          }
        : undefined,
  };
};
