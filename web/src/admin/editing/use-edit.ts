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
import { abandonedDrafts, dropDraft, keepDraft, ownDraft, readDraft } from './drafts.ts';
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
  /** When something was typed since the save began; `saved` where it is not given. */
  readonly savedBefore?: string;
  /** For a failure that the server gave no words for. */
  readonly failed: string;
}

interface EditOptions<Value> {
  /** Its drafts are kept under it. */
  readonly name: SubjectName;
  /** A draft of something else to begin with; nothing happens where there is no such draft. */
  readonly beginWith?: string | undefined;
  /**
   * Where the value comes from and goes to. A `stored` that changes replaces a value that was not
   * edited; one that was edited goes on from what it began with, and is merged when it is saved.
   */
  readonly source: EditSource<Value>;
  readonly validate: (value: Value) => Validation<Value>;
  /** Reads the value of a draft, which another version of the product may have kept. */
  readonly read: (kept: unknown) => Value;
  readonly messages: SaveMessages;
  readonly fieldNames: FieldNames;
  /** How long the success message stays; defaults to `STATUS_MESSAGE_MS`. */
  readonly savedForMs?: number | undefined;
}

/** A value that is edited and saved; given to `EditForm`, which shows all but the value itself. */
export interface Edit<Value> extends FormPart {
  readonly value: Value;
  readonly change: (value: Value) => void;
  /** It was saved a moment ago, and nothing was typed since. */
  readonly justSaved: boolean;
}

const CHANGED_ELSEWHERE =
  'This was changed elsewhere in the meantime. Choose which version to keep.';

const KEEP_EVERY_MS = 1000;

/** Unique among the tabs of one browser. */
const TAB = `${Date.now()}.${Math.random()}`;

/** Unique among the forms of one browser; it begins with the tab. */
const newDraftId = (): string => `${TAB}-${Math.random()}`;

const tabOf = (draftId: string): string => draftId.slice(0, draftId.lastIndexOf('-'));

/** Where the browser keeps no drafts there is none to drop. */
const ignore = () => undefined;

interface PerformOptions<Value> {
  readonly failedMessage: string;
  readonly onCompleted: (valid: Value) => void;
}

/** Makes a save, or looks at what is stored where that comes first. Never rejects. */
const perform = async <Value>(
  source: EditSource<Value>,
  { id: save, valid, revision, looksFirst }: Save<Value>,
  { failedMessage, onCompleted }: PerformOptions<Value>,
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
    return { type: 'saved', save, stored: await source.save(valid, revision, onCompleted) };
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

/** Keeps the edits in the browser while they are unsaved, and finds those that were left there. */
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

  useEffect(() => ownDraft(draftId), [draftId]);

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
    const superfluous = found.filter(({ value }) => isSame(value, answer));
    for (const { id } of superfluous) dropDraft(id).catch(ignore);
    dispatch({ type: 'found', drafts: found.filter((draft) => !superfluous.includes(draft)) });
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
    // The last second's typing: the page may not run again.
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

/** Every edited field with its name, to be copied where the form itself can't be shown. */
const typedText = <Value>({ base, value }: EditState<Value>, fieldNames: FieldNames): string =>
  differencesOf(base.answer, value)
    .map(({ field, mine }) => {
      const text = readableText(mine, { names: fieldNames, path: field });
      return `${fieldName(fieldNames, field)}: ${text}`;
    })
    .join('\n\n');

/**
 * Edits a value of plain data that is stored as a whole, so that nothing typed is lost: what
 * happens to it is decided by the reducer of `edit-state.ts`, what that needs is done here.
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
    const onCompleted = (valid: Value) => dispatch({ type: 'completed', save: next.id, valid });
    const ended = await perform(source, next, { failedMessage: messages.failed, onCompleted });
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
