import type { Issue, Validation } from 'content-schema';
import { isSame, mergeValues, type Decide, type FieldConflict } from 'content-schema/merge';
import type { Versioned } from '../../data/request.ts';

/**
 * What happens to one value while it is edited, as a pure reducer of events: nothing here waits,
 * asks or stores. `useEdit` runs its effects.
 *
 * What was typed leaves the state only by a choice: by typing over it, by resolving a conflict
 * against it, or by discarding a draft. What others saved is never overwritten without a conflict being shown.
 */

/** What was typed and not saved, as the browser keeps it. */
export interface Draft<Value> {
  readonly id: string;
  /** What the edits began from. */
  readonly base: Versioned<Value>;
  readonly value: Value;
  /** Saves of it whose outcome is unknown. */
  readonly lost: readonly Value[];
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

export interface Save<Value> {
  readonly id: number;
  /** What stood in the form, and the same as it is valid, e.g. trimmed. */
  readonly sent: Value;
  readonly valid: Value;
  /** The commit that the edits began from. */
  readonly revision: string | undefined;
  /** An earlier save may have been stored: what is stored has to be looked at before sending. */
  readonly looksFirst: boolean;
  /** How often it was begun again because of a conflict that merges by itself. */
  readonly retries: number;
}

type Phase<Value> =
  | { readonly name: 'idle' }
  /** `again`: it was asked for once more meanwhile. */
  | { readonly name: 'saving'; readonly save: Save<Value>; readonly again: boolean }
  /** `untouched`: nothing was typed since the save began. */
  | { readonly name: 'saved'; readonly untouched: boolean }
  | { readonly name: 'failed'; readonly message: string }
  /** Others changed the same; `open` while it is being decided what to keep. */
  | { readonly name: 'conflict'; readonly open: boolean };

export interface EditState<Value> {
  /**
   * What the edits began from. Its revision is never newer than its answer, so that a save from
   * there meets everything that the edits haven't seen.
   */
  readonly base: Versioned<Value>;
  readonly value: Value;
  /** What is stored, as far as it is known here. */
  readonly stored: Versioned<Value>;
  readonly issues: readonly Issue[];
  /** How often a save was refused because of the value. */
  readonly refusals: number;
  readonly phase: Phase<Value>;
  /** How many saves were begun. */
  readonly saves: number;
  /** Saves of these edits whose answers were lost: each may be stored, or not. */
  readonly lost: readonly Value[];
  /** What the present edits are kept under in the browser. */
  readonly draftId: string;
  /** Edits that are not in the form, to be restored or discarded. */
  readonly drafts: readonly Draft<Value>[];
}

export type EditEvent<Value> =
  | {
      readonly type: 'stored';
      readonly stored: Versioned<Value>;
      /** It is stored no more; `stored` is what it was. */
      readonly isRemoved?: boolean;
    }
  /** Goes on from what is stored now. */
  | { readonly type: 'updated' }
  | { readonly type: 'typed'; readonly change: (value: Value) => Value }
  /** Shows what is wrong with the value, without a save. */
  | { readonly type: 'checked' }
  | { readonly type: 'submitted' }
  /** What a save is sent as, once all that it waited for is known. */
  | { readonly type: 'completed'; readonly save: number; readonly valid: Value }
  | { readonly type: 'saved'; readonly save: number; readonly stored: Versioned<Value> }
  | { readonly type: 'refused'; readonly save: number; readonly issues: readonly Issue[] }
  | {
      readonly type: 'failed';
      readonly save: number;
      readonly message: string;
      /** The save may have been stored all the same. */
      readonly uncertain: boolean;
    }
  /** What is stored now, which the save conflicts with or has to look at. */
  | {
      readonly type: 'conflicted';
      readonly save: number;
      readonly theirs: Versioned<Value>;
      readonly message: string;
      /** Set when it is no longer stored: the reason, shown before a further save restores it. */
      readonly removed?: string | undefined;
    }
  | { readonly type: 'resolved'; readonly decide: Decide }
  | { readonly type: 'dismissed' }
  /** A success has been shown for long enough. */
  | { readonly type: 'expired' }
  | { readonly type: 'found'; readonly drafts: readonly Draft<Value>[] }
  /** Puts a draft into the form; edits that stood there become one, kept at `at`. */
  | { readonly type: 'restored'; readonly draft: Draft<Value>; readonly at: number }
  | { readonly type: 'discarded'; readonly id: string };

/** More often no save is begun again without the administrator. */
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

/** The present edits as the browser keeps them; a save that is under way may still be stored. */
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

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `then` in the fields where `one` is the same as `other`, `otherwise` in all others. */
const whereSame = (one: unknown, other: unknown, then: unknown, otherwise: unknown): unknown => {
  if (isSame(one, other)) return then;
  if (!isPlain(one) || !isPlain(other) || !isPlain(then) || !isPlain(otherwise)) return otherwise;
  return Object.fromEntries(
    Object.keys(otherwise).map((key) => [
      key,
      whereSame(one[key], other[key], then[key], otherwise[key]),
    ]),
  );
};

/** What the edits began from, with all that is stored of saves whose answers were lost. */
const knownBase = <Value>({ base, stored, lost }: EditState<Value>): Value =>
  lost.reduce((known, sent) => whereSame(stored.answer, sent, sent, known) as Value, base.answer);

/** The edits as they would be, had they begun from what is stored. */
const ontoStored = <Value>(state: EditState<Value>, decide?: Decide) =>
  state.base.revision === state.stored.revision
    ? { base: state.base, value: state.value, conflicts: [] }
    : {
        base: state.stored,
        ...mergeValues(knownBase(state), state.stored.answer, state.value, decide),
      };

/** What the edits and what is stored both changed. */
export const conflictsOf = <Value>(state: EditState<Value>): readonly FieldConflict[] =>
  ontoStored(state).conflicts;

/** Whether others have stored something that the edits have not seen. */
export const isOutdated = <Value>(state: EditState<Value>): boolean =>
  ['idle', 'failed'].includes(state.phase.name) &&
  state.base.revision !== state.stored.revision &&
  !isSame(state.stored.answer, knownBase(state)) &&
  !isSame(state.stored.answer, state.value);

/** The save that is under way, if the event is about it. */
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

  /** Clears issues that are fixed; adds none. */
  const recheck = (state: State): State =>
    state.issues.length === 0 ? state : { ...state, issues: issuesOf(state.value) };

  const begin = (state: State, retries = 0): State => {
    const looksFirst = state.lost.length > 0;
    // What is known of the store may be older than a save whose answer was lost: merged with that,
    // what the save stored would look as if it had been taken back here.
    const { base, value, conflicts } = looksFirst ? { ...state, conflicts: [] } : ontoStored(state);
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

  const learnStored = (state: State, { stored, isRemoved }: EventOf<'stored'>): State => {
    if (isRemoved && state.phase.name !== 'saving') {
      const phase: Phase<Value> = state.phase.name === 'conflict' ? { name: 'idle' } : state.phase;
      const base = { ...state.base, revision: stored.revision };
      return { ...state, stored, base, lost: [], phase };
    }
    // A save whose answer was lost may be what is stored; a form that took it back must not show it.
    if (!isUnsaved(state) && state.lost.length === 0 && state.phase.name !== 'saving') {
      return { ...state, stored, base: stored, value: stored.answer, lost: [] };
    }
    const next = { ...state, stored };
    if (state.phase.name !== 'conflict') return next;
    if (conflictsOf(next).length === 0) return { ...next, phase: { name: 'idle' } };
    // Questions that changed while they are answered would take other answers; the save asks again.
    return state.phase.open ? state : next;
  };

  const update = (state: State): State => {
    if (state.phase.name === 'saving') return state;
    if (state.lost.length > 0) return begin(state);
    const { base, value, conflicts } = ontoStored(state);
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

  const complete = (state: State, { save: id, valid }: EventOf<'completed'>): State => {
    const phase = saveOf(state, id);
    return phase ? { ...state, phase: { ...phase, save: { ...phase.save, valid } } } : state;
  };

  /**
   * What was typed during the save goes on from what is stored now. Where that changed the same,
   * the edits stay on what was sent, so that the next save finds the conflict.
   */
  const finish = (state: State, { save: id, stored }: EventOf<'saved'>): State => {
    const phase = saveOf(state, id);
    if (!phase) return state;
    const { sent, valid, revision } = phase.save;
    const typed = whereSame(state.value, sent, valid, state.value) as Value;
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

  const meetConflict = (state: State, event: EventOf<'conflicted'>): State => {
    const { theirs, message, removed } = event;
    const phase = saveOf(state, event.save);
    if (!phase) return state;
    const seen = { ...state, stored: theirs };
    const next: State = { ...seen, base: { ...state.base, answer: knownBase(seen) }, lost: [] };
    if (removed !== undefined) {
      return { ...next, base: theirs, phase: { name: 'failed', message: removed } };
    }
    return phase.save.retries < RETRIES_MAX
      ? begin(next, phase.save.retries + 1)
      : { ...next, phase: { name: 'failed', message } };
  };

  const resolve = (state: State, { decide }: EventOf<'resolved'>): State => {
    if (state.phase.name !== 'conflict') return state;
    const { base, value } = ontoStored(state, decide);
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
        return learnStored(state, event);
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
      case 'completed':
        return complete(state, event);
      case 'saved':
        return finish(state, event);
      case 'refused':
        return refuse(state, event);
      case 'failed':
        return fail(state, event);
      case 'conflicted':
        return meetConflict(state, event);
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
