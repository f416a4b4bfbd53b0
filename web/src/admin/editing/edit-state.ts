import type { Issue, Validation } from 'content-schema';
import {
  isPlainObject,
  isSame,
  mergeValues,
  type Decide,
  type FieldConflict,
} from 'content-schema/merge';
import type { Versioned } from '../../data/request.ts';

/**
 * The state of one edited value, as a pure reducer of events. It has no side effects; `useEdit`
 * performs them.
 *
 * Edits leave the state only when the administrator types over them, resolves a conflict against
 * them, or discards a draft. A change by others is never overwritten without showing a conflict.
 */

/** Unsaved edits as stored in the browser. */
export interface Draft<Value> {
  readonly id: string;
  /** The stored value from which the edits began. */
  readonly base: Versioned<Value>;
  readonly value: Value;
  /** Saved values whose responses were lost, so that they may or may not be stored. */
  readonly lost: readonly Value[];
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

export interface Save<Value> {
  readonly id: number;
  /** The value in the form, and its valid form, e.g. trimmed. */
  readonly sent: Value;
  readonly valid: Value;
  /** The commit from which the edits began. */
  readonly revision: string;
  /** An earlier save may have been stored, so load the stored value before sending. */
  readonly looksFirst: boolean;
  /** How often the save was repeated after a conflict that merged automatically. */
  readonly retries: number;
}

type Phase<Value> =
  | { readonly name: 'idle' }
  /** `again`: another save was requested meanwhile. */
  | { readonly name: 'saving'; readonly save: Save<Value>; readonly again: boolean }
  /** `untouched`: there were no edits since the save began. */
  | { readonly name: 'saved'; readonly untouched: boolean }
  | { readonly name: 'failed'; readonly message: string }
  /** Others changed the same fields; `open` while the dialog asks about them. */
  | { readonly name: 'conflict'; readonly open: boolean };

export interface EditState<Value> {
  /**
   * The stored value from which the edits began. Its revision is never newer than its value, so
   * that a save from that revision conflicts with all changes that the edits haven't seen.
   */
  readonly base: Versioned<Value>;
  readonly value: Value;
  /** The stored value that was loaded last. */
  readonly stored: Versioned<Value>;
  readonly issues: readonly Issue[];
  /** The number of saves refused because of an invalid value. */
  readonly refusals: number;
  readonly phase: Phase<Value>;
  /** The number of saves. */
  readonly saves: number;
  /** Saved values whose responses were lost, so that they may or may not be stored. */
  readonly lost: readonly Value[];
  /** The id under which the browser stores the current edits. */
  readonly draftId: string;
  /** Edits that are not in the form, to restore or discard. */
  readonly drafts: readonly Draft<Value>[];
}

export type EditEvent<Value> =
  | {
      readonly type: 'stored';
      readonly stored: Versioned<Value>;
      /** Whether the entity was deleted; `stored` is its last value. */
      readonly isRemoved?: boolean;
    }
  /** Rebases the edits on the stored value. */
  | { readonly type: 'updated' }
  | { readonly type: 'typed'; readonly change: (value: Value) => Value }
  /** Shows the issues of the value without saving. */
  | { readonly type: 'checked' }
  | { readonly type: 'submitted' }
  | { readonly type: 'saved'; readonly save: number; readonly stored: Versioned<Value> }
  | { readonly type: 'refused'; readonly save: number; readonly issues: readonly Issue[] }
  | {
      readonly type: 'failed';
      readonly save: number;
      readonly message: string;
      /** Whether the save may have been stored nevertheless. */
      readonly uncertain: boolean;
    }
  /** The stored value, with which the save conflicts or which it had to load first. */
  | {
      readonly type: 'conflicted';
      readonly save: number;
      readonly theirs: Versioned<Value>;
      readonly message: string;
      /** Set if the entity was deleted: the message to show before another save restores it. */
      readonly removed?: string | undefined;
    }
  | { readonly type: 'resolved'; readonly decide: Decide }
  | { readonly type: 'dismissed' }
  /** Hides the success message. */
  | { readonly type: 'expired' }
  | { readonly type: 'found'; readonly drafts: readonly Draft<Value>[] }
  /** Puts a draft into the form. Edits in the form become a draft, stored at `at`. */
  | { readonly type: 'restored'; readonly draft: Draft<Value>; readonly at: number }
  | { readonly type: 'discarded'; readonly id: string };

/** The maximum number of automatic repetitions of a save. */
const RETRIES_MAX = 2;

export const initialEdit = <Value>(
  stored: Versioned<Value>,
  draftId: string,
): EditState<Value> => ({
  base: stored,
  value: stored.answer,
  stored,
  issues: [],
  refusals: 0,
  phase: { name: 'idle' },
  saves: 0,
  lost: [],
  draftId,
  drafts: [],
});

export const isUnsaved = <Value>({ value, base }: EditState<Value>): boolean =>
  !isSame(value, base.answer);

/** The current edits as a draft. A running save counts as lost, since it may still be stored. */
export const draftOf = <Value>(
  { draftId, base, value, lost, phase }: EditState<Value>,
  keptAt: number,
): Draft<Value> => ({
  id: draftId,
  base,
  value,
  lost: phase.name === 'saving' && !phase.save.looksFirst ? [...lost, phase.save.valid] : lost,
  keptAt,
});

/** Takes the fields of `then` where `one` equals `other`, and those of `otherwise` elsewhere. */
const replaceWhereSame = (
  one: unknown,
  other: unknown,
  then: unknown,
  otherwise: unknown,
): unknown => {
  if (isSame(one, other)) return then;
  if (
    !isPlainObject(one) ||
    !isPlainObject(other) ||
    !isPlainObject(then) ||
    !isPlainObject(otherwise)
  ) {
    return otherwise;
  }
  return Object.fromEntries(
    Object.keys(otherwise).map((key) => [
      key,
      replaceWhereSame(one[key], other[key], then[key], otherwise[key]),
    ]),
  );
};

/** The base of the edits, including those values of lost saves that turned out to be stored. */
const baseWithLostSaves = <Value>({ base, stored, lost }: EditState<Value>): Value =>
  lost.reduce(
    (known, sent) => replaceWhereSame(stored.answer, sent, sent, known) as Value,
    base.answer,
  );

/** Rebases the edits on the stored value. Returns the conflicts, too. */
const rebaseOntoStored = <Value>(state: EditState<Value>, decide?: Decide) =>
  state.base.revision === state.stored.revision
    ? { base: state.base, value: state.value, conflicts: [] }
    : {
        base: state.stored,
        ...mergeValues(baseWithLostSaves(state), state.stored.answer, state.value, decide),
      };

/** The fields that conflict between the edits and the stored value. */
export const conflictsOf = <Value>(state: EditState<Value>): readonly FieldConflict[] =>
  rebaseOntoStored(state).conflicts;

/** Whether the stored value has changes by others that the edits lack. */
export const isOutdated = <Value>(state: EditState<Value>): boolean =>
  ['idle', 'failed'].includes(state.phase.name) &&
  state.base.revision !== state.stored.revision &&
  !isSame(state.stored.answer, baseWithLostSaves(state)) &&
  !isSame(state.stored.answer, state.value);

/** Returns the running save if it has this id. */
const saveOf = <Value>({ phase }: EditState<Value>, id: number) =>
  phase.name === 'saving' && phase.save.id === id ? phase : undefined;

type EditReducer<Value> = (state: EditState<Value>, event: EditEvent<Value>) => EditState<Value>;

export const createEditReducer = <Value>(
  validate: (value: Value) => Validation<Value>,
): EditReducer<Value> => {
  type State = EditState<Value>;
  type EventOf<Type extends EditEvent<Value>['type']> = EditEvent<Value> & { type: Type };

  const issuesOf = (value: Value): readonly Issue[] => {
    const validation = validate(value);
    return validation.valid ? [] : validation.issues;
  };

  const showIssues = (state: State, issues: readonly Issue[]): State => ({
    ...state,
    issues,
    refusals: state.refusals + 1,
    phase: { name: 'idle' },
  });

  /** Removes issues that are fixed, without adding new ones. */
  const recheck = (state: State): State =>
    state.issues.length === 0 ? state : { ...state, issues: issuesOf(state.value) };

  const begin = (state: State, retries = 0): State => {
    const looksFirst = state.lost.length > 0;
    // The known stored value may predate a save whose response was lost. Merging with it would make
    // that save look as if it had been undone here.
    const { base, value, conflicts } = looksFirst
      ? { ...state, conflicts: [] }
      : rebaseOntoStored(state);
    if (conflicts.length > 0) return { ...state, phase: { name: 'conflict', open: true } };
    const onto = { ...state, base, value };
    const validation = validate(value);
    if (!validation.valid) return showIssues(onto, validation.issues);
    const save: Save<Value> = {
      id: state.saves + 1,
      sent: value,
      valid: validation.value,
      revision: base.revision,
      looksFirst,
      retries,
    };
    return { ...onto, issues: [], saves: save.id, phase: { name: 'saving', save, again: false } };
  };

  const receiveStored = (state: State, { stored, isRemoved }: EventOf<'stored'>): State => {
    if (isRemoved && state.phase.name !== 'saving') {
      const phase: Phase<Value> = state.phase.name === 'conflict' ? { name: 'idle' } : state.phase;
      const base = { ...state.base, revision: stored.revision };
      return { ...state, stored, base, lost: [], phase };
    }
    // After a lost response the stored value may be that save. A form in which it was undone must
    // not show it again.
    if (!isUnsaved(state) && state.lost.length === 0 && state.phase.name !== 'saving') {
      return { ...state, stored, base: stored, value: stored.answer, lost: [] };
    }
    const next = { ...state, stored };
    if (state.phase.name !== 'conflict') return next;
    if (conflictsOf(next).length === 0) return { ...next, phase: { name: 'idle' } };
    // Don't change the questions in the open dialog. The next save finds the new conflicts.
    return state.phase.open ? state : next;
  };

  const update = (state: State): State => {
    if (state.phase.name === 'saving') return state;
    if (state.lost.length > 0) return begin(state);
    const { base, value, conflicts } = rebaseOntoStored(state);
    return conflicts.length > 0
      ? { ...state, phase: { name: 'conflict', open: true } }
      : recheck({ ...state, base, value, phase: { name: 'idle' } });
  };

  const submit = (state: State): State =>
    state.phase.name === 'saving'
      ? { ...state, phase: { ...state.phase, again: true } }
      : begin(state);

  const type = (state: State, { change }: EventOf<'typed'>): State => {
    const { phase } = state;
    return recheck({
      ...state,
      value: change(state.value),
      phase: phase.name === 'saved' ? { ...phase, untouched: false } : phase,
    });
  };

  /**
   * Rebases edits made during the save on the stored value. If they conflict, they keep the sent
   * value as their base, so that the next save finds the conflict.
   */
  const finish = (state: State, { save: id, stored }: EventOf<'saved'>): State => {
    const phase = saveOf(state, id);
    if (!phase) return state;
    const { sent, valid, revision } = phase.save;
    const typed = replaceWhereSame(state.value, sent, valid, state.value) as Value;
    const merged = mergeValues(valid, stored.answer, typed);
    const isMerged = merged.conflicts.length === 0;
    const next = recheck({
      ...state,
      stored,
      base: isMerged ? stored : { answer: valid, revision },
      value: isMerged ? merged.value : typed,
      lost: [],
      phase: {
        name: 'saved',
        untouched: isSame(state.value, sent) || isSame(state.value, valid),
      },
    });
    return phase.again && isUnsaved(next) ? begin(next) : next;
  };

  const refuse = (state: State, { save, issues }: EventOf<'refused'>): State => {
    const phase = saveOf(state, save);
    if (!phase) return state;
    return phase.again ? begin(state) : showIssues(state, issues);
  };

  const fail = (state: State, { save, message, uncertain }: EventOf<'failed'>): State => {
    const phase = saveOf(state, save);
    if (!phase) return state;
    const lost = uncertain ? [...state.lost, phase.save.valid] : state.lost;
    const next: State = { ...state, lost, phase: { name: 'failed', message } };
    return phase.again ? begin(next) : next;
  };

  const receiveConflict = (state: State, event: EventOf<'conflicted'>): State => {
    const { theirs, message, removed } = event;
    const phase = saveOf(state, event.save);
    if (!phase) return state;
    const seen = { ...state, stored: theirs };
    const next: State = {
      ...seen,
      base: { ...state.base, answer: baseWithLostSaves(seen) },
      lost: [],
    };
    if (removed !== undefined) {
      return { ...next, base: theirs, phase: { name: 'failed', message: removed } };
    }
    return phase.save.retries < RETRIES_MAX
      ? begin(next, phase.save.retries + 1)
      : { ...next, phase: { name: 'failed', message } };
  };

  const resolve = (state: State, { decide }: EventOf<'resolved'>): State => {
    if (state.phase.name !== 'conflict') return state;
    const { base, value } = rebaseOntoStored(state, decide);
    return begin({ ...state, base, value });
  };

  const addDrafts = (state: State, found: readonly Draft<Value>[]): State => {
    const known = new Set([state.draftId, ...state.drafts.map(({ id }) => id)]);
    return { ...state, drafts: [...state.drafts, ...found.filter(({ id }) => !known.has(id))] };
  };

  const dropDraft = (state: State, id: string): State => ({
    ...state,
    drafts: state.drafts.filter((draft) => draft.id !== id),
  });

  const restore = (state: State, { draft, at }: EventOf<'restored'>): State => {
    if (state.phase.name === 'saving' || draft.id === state.draftId) return state;
    const restored: State = {
      ...dropDraft(state, draft.id),
      base: draft.base,
      value: draft.value,
      lost: draft.lost,
      draftId: draft.id,
      phase: { name: 'idle' },
    };
    return recheck(isUnsaved(state) ? addDrafts(restored, [draftOf(state, at)]) : restored);
  };

  return (state, event) => {
    switch (event.type) {
      case 'stored':
        return receiveStored(state, event);
      case 'updated':
        return update(state);
      case 'typed':
        return type(state, event);
      case 'checked': {
        const issues = issuesOf(state.value);
        return issues.length > 0 ? showIssues(state, issues) : { ...state, issues };
      }
      case 'submitted':
        return submit(state);
      case 'saved':
        return finish(state, event);
      case 'refused':
        return refuse(state, event);
      case 'failed':
        return fail(state, event);
      case 'conflicted':
        return receiveConflict(state, event);
      case 'resolved':
        return resolve(state, event);
      case 'dismissed':
        return state.phase.name === 'conflict'
          ? { ...state, phase: { name: 'conflict', open: false } }
          : state;
      case 'expired':
        return state.phase.name === 'saved' ? { ...state, phase: { name: 'idle' } } : state;
      case 'found':
        return addDrafts(state, event.drafts);
      case 'restored':
        return restore(state, event);
      case 'discarded':
        return dropDraft(state, event.id);
    }
  };
};
