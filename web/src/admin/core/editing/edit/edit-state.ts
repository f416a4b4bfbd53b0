import type { ErrorCode, Issue, Validation } from 'content-schema';
import {
  isPlainObject,
  isSame,
  mergeValues,
  type Decide,
  type FieldConflict,
} from 'content-schema/merge';
import type { Versioned } from '../../../../data/request.ts';

/**
 * The state of a form, whose value has a key for each of its parts, as a pure reducer of events.
 * Edits leave it only when the administrator types over them, resolves a conflict against them, or
 * discards a draft. A change by others is never overwritten without showing a conflict.
 */

export const splitPath = (path: string): { readonly part: string; readonly path: string } => {
  const [part = '', ...rest] = path.split('.');
  return { part, path: rest.join('.') };
};

export const joinPath = (part: string, path: string): string =>
  path === '' ? part : `${part}.${path}`;

export type FormValue = Readonly<Record<string, unknown>>;

interface Edits {
  /**
   * The stored value from which the edits began. Its revision is never newer than its value, so
   * that a save from that revision conflicts with all changes that the edits haven't seen.
   */
  readonly base: Versioned<FormValue>;
  readonly value: FormValue;
  /**
   * Saved values whose responses were lost, so that they may or may not be stored. With any, a save
   * loads the stored value first.
   */
  readonly lost: readonly FormValue[];
}

export interface Draft extends Edits {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
}

export interface Save {
  /** The value in the form, and its valid form, e.g. trimmed. */
  readonly sent: FormValue;
  readonly valid: FormValue;
  readonly revision: string;
  readonly parts: readonly string[];
}

type Phase =
  | { readonly name: 'idle' }
  | { readonly name: 'saving'; readonly save: Save }
  /** `untouched`: there were no edits since the save began. */
  | { readonly name: 'saved'; readonly untouched: boolean; readonly parts: readonly string[] }
  /** Without a message of the server's or of the form's, each of the parts has its own. */
  | {
      readonly name: 'failed';
      readonly message: string | undefined;
      readonly code?: ErrorCode | undefined;
      readonly parts: readonly string[];
    }
  /** Others changed the same fields; `open` while the dialog asks about them. */
  | { readonly name: 'conflict'; readonly open: boolean };

const IDLE: Phase = { name: 'idle' };

export interface EditState extends Edits {
  readonly stored: Versioned<FormValue>;
  readonly issues: readonly Issue[];
  /** The number of saves refused because of an invalid value. */
  readonly rejections: number;
  readonly phase: Phase;
  /** The id under which the browser stores the current edits. */
  readonly draftId: string;
  /** Edits that are not in the form, to restore or discard. */
  readonly drafts: readonly Draft[];
}

export type EditEvent =
  | {
      readonly type: 'stored';
      readonly stored: Versioned<FormValue>;
      /** Whether the entity was deleted; `stored` is its last value. */
      readonly isRemoved?: boolean;
    }
  | { readonly type: 'updated' }
  | { readonly type: 'typed'; readonly change: (value: FormValue) => FormValue }
  /** Saves the parts that have changed, or else the given ones, by default all. */
  | { readonly type: 'submitted'; readonly unchanged?: readonly string[] }
  /** Ends the save without showing its issues. */
  | { readonly type: 'halted' }
  | { readonly type: 'saved'; readonly stored: Versioned<FormValue> }
  | { readonly type: 'refused'; readonly issues: readonly Issue[] }
  | {
      readonly type: 'failed';
      readonly message?: string | undefined;
      /** Whether the save may have been stored nevertheless. */
      readonly uncertain: boolean;
      readonly code?: ErrorCode | undefined;
    }
  /** The stored value, with which the save conflicts or which it had to load first. */
  | {
      readonly type: 'conflicted';
      readonly theirs: Versioned<FormValue>;
      /** Set if the entity was deleted: the message to show before another save restores it. */
      readonly removed?: string | undefined;
    }
  | { readonly type: 'resolved'; readonly decide: Decide }
  | { readonly type: 'dismissed' }
  | { readonly type: 'expired' }
  | { readonly type: 'found'; readonly drafts: readonly Draft[] }
  /** Puts a draft into the form. Edits in the form become a draft, stored at `at`. */
  | { readonly type: 'restored'; readonly draft: Draft; readonly at: number }
  | { readonly type: 'discarded'; readonly id: string };

export const initialEdit = (stored: Versioned<FormValue>, draftId: string): EditState => ({
  base: stored,
  value: stored.response,
  stored,
  issues: [],
  rejections: 0,
  phase: IDLE,
  lost: [],
  draftId,
  drafts: [],
});

export const isUnsaved = ({ value, base }: EditState): boolean => !isSame(value, base.response);

const differingParts = (one: object, other: object): string[] => {
  const others = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).flatMap(([part, value]) =>
    isSame(value, others.get(part)) ? [] : part,
  );
};

/** The current edits as a draft. A running save counts as lost, since it may still be stored. */
export const draftOf = (
  { draftId, base, value, lost, phase }: EditState,
  storedAt: number,
): Draft => ({
  id: draftId,
  base,
  value,
  lost: phase.name === 'saving' && lost.length === 0 ? [phase.save.valid] : lost,
  storedAt,
});

/** The fields of `base`, but those of `sent` whose changes are stored, maybe beside later ones. */
const withStoredFields = (base: unknown, sent: unknown, stored: unknown): unknown => {
  if (isPlainObject(base) && isPlainObject(sent) && isPlainObject(stored)) {
    return Object.fromEntries(
      Object.keys(base).map((key) => [key, withStoredFields(base[key], sent[key], stored[key])]),
    );
  }
  const { value, conflicts } = mergeValues(base, stored, sent);
  return conflicts.length === 0 && isSame(value, stored) ? sent : base;
};

/** The base of the edits, including those values of lost saves that turned out to be stored. */
const baseWithLostSaves = ({ base, stored, lost }: StoredEdits): FormValue =>
  lost.reduce(
    (value, sent) => withStoredFields(value, sent, stored.response) as FormValue,
    base.response,
  );

type StoredEdits = Edits & Pick<EditState, 'stored'>;

const rebaseOntoStored = (state: StoredEdits, decide?: Decide) =>
  state.base.revision === state.stored.revision
    ? { base: state.base, value: state.value, conflicts: [] }
    : {
        base: state.stored,
        ...mergeValues(baseWithLostSaves(state), state.stored.response, state.value, decide),
      };

/** Whether the stored value has all the edits of a draft, so that restoring it changes nothing. */
export const isStored = (draft: Draft, stored: Versioned<FormValue>): boolean => {
  const { value, conflicts } = rebaseOntoStored({ ...draft, stored });
  return conflicts.length === 0 && isSame(value, stored.response);
};

export const conflictsOf = (state: EditState): readonly FieldConflict[] =>
  rebaseOntoStored(state).conflicts;

/** Whether the stored value has changes by others that the edits lack. */
export const isOutdated = (state: EditState): boolean =>
  ['idle', 'failed'].includes(state.phase.name) &&
  state.base.revision !== state.stored.revision &&
  !isSame(state.stored.response, baseWithLostSaves(state)) &&
  !isSame(state.stored.response, state.value);

/** Checks parts of a form's value; issues have the paths of the whole value. */
type Validate = (value: FormValue, parts: readonly string[]) => Validation<FormValue>;
type EventOf<Type extends EditEvent['type']> = EditEvent & { type: Type };

const showIssues = (state: EditState, issues: readonly Issue[]) => ({
  ...state,
  issues,
  rejections: state.rejections + 1,
  phase: IDLE,
});

const begin = (
  state: EditState,
  validate: Validate,
  unchanged: readonly string[] = Object.keys(state.value),
): EditState => {
  // The stored value may predate a lost save. Merging with it would seem to undo that save.
  const { base, value, conflicts } =
    state.lost.length > 0 ? { ...state, conflicts: [] } : rebaseOntoStored(state);
  if (conflicts.length > 0) return { ...state, phase: { name: 'conflict', open: true } };
  const onto = { ...state, base, value };
  const changed = differingParts(value, base.response);
  const parts = changed.length > 0 ? changed : unchanged;
  const validation = validate(value, parts);
  if (!validation.valid) return showIssues(onto, validation.issues);
  const save = { sent: value, valid: validation.value, revision: base.revision, parts };
  return { ...onto, issues: [], phase: { name: 'saving', save } };
};

const receiveStored = (
  state: EditState,
  stored: Versioned<FormValue>,
  isRemoved = false,
): EditState => {
  const { base, phase } = state;
  if (isRemoved && phase.name !== 'saving') {
    const removed = { ...state, stored, base: { ...base, revision: stored.revision }, lost: [] };
    return phase.name === 'conflict' ? { ...removed, phase: IDLE } : removed;
  }
  // The stored value may be a lost save, which a form in which it was undone must not show again.
  if (!isUnsaved(state) && state.lost.length === 0 && phase.name !== 'saving') {
    return { ...state, stored, base: stored, value: stored.response };
  }
  const next = { ...state, stored };
  if (phase.name !== 'conflict') return next;
  if (conflictsOf(next).length === 0) return { ...next, phase: IDLE };
  // Don't change the questions in the open dialog. The next save finds the new conflicts.
  return phase.open ? state : next;
};

const update = (state: EditState, validate: Validate): EditState => {
  if (state.lost.length > 0) return begin(state, validate);
  const { base, value, conflicts } = rebaseOntoStored(state);
  return conflicts.length > 0
    ? { ...state, phase: { name: 'conflict', open: true } }
    : { ...state, base, value, phase: IDLE };
};

/**
 * Rebases edits made during the save on the stored value. Conflicting ones keep the sent value as
 * their base, so that the next save finds the conflict.
 */
const finish = (
  state: EditState,
  { sent, valid, revision, parts }: Save,
  stored: Versioned<FormValue>,
): EditState => {
  const { value: typed } = mergeValues(sent, valid, state.value);
  const { value, conflicts } = mergeValues(valid, stored.response, typed);
  const untouched = isSame(state.value, sent) || isSame(state.value, valid);
  return {
    ...state,
    stored,
    ...(conflicts.length === 0
      ? { base: stored, value }
      : { base: { response: valid, revision }, value: typed }),
    lost: [],
    phase: { name: 'saved', untouched, parts },
  };
};

const receiveConflict = (
  state: EditState,
  { theirs, removed }: EventOf<'conflicted'>,
  validate: Validate,
): EditState => {
  const seen = { ...state, stored: theirs };
  const base = { ...state.base, response: baseWithLostSaves(seen) };
  return removed === undefined
    ? begin({ ...seen, base, lost: [] }, validate)
    : { ...seen, base: theirs, lost: [], phase: { name: 'failed', message: removed, parts: [] } };
};

const addDrafts = (state: EditState, drafts: readonly Draft[]) => {
  const ids = new Set([state.draftId, ...state.drafts.map(({ id }) => id)]);
  return { ...state, drafts: [...state.drafts, ...drafts.filter(({ id }) => !ids.has(id))] };
};

const withoutDraft = (state: EditState, id: string) => ({
  ...state,
  drafts: state.drafts.filter((draft) => draft.id !== id),
});

const restore = (
  state: EditState,
  { draft: { id: draftId, base, value, lost }, at }: EventOf<'restored'>,
): EditState => {
  if (draftId === state.draftId) return state;
  const restored = { ...withoutDraft(state, draftId), draftId, base, value, lost, phase: IDLE };
  return isUnsaved(state) ? addDrafts(restored, [draftOf(state, at)]) : restored;
};

const apply = (state: EditState, event: EditEvent, validate: Validate): EditState => {
  const { phase } = state;
  const save = phase.name === 'saving' ? phase.save : undefined;
  switch (event.type) {
    case 'stored':
      return receiveStored(state, event.stored, event.isRemoved);
    case 'typed': {
      const touched = phase.name === 'saved' ? { ...phase, untouched: false } : phase;
      return { ...state, value: event.change(state.value), phase: touched };
    }
    case 'submitted':
      return save ? state : begin(state, validate, event.unchanged);
    case 'updated':
      return save ? state : update(state, validate);
    case 'resolved': {
      if (phase.name !== 'conflict') return state;
      const { base, value } = rebaseOntoStored(state, event.decide);
      return begin({ ...state, base, value }, validate);
    }
    case 'dismissed':
      return phase.name === 'conflict' ? { ...state, phase: { ...phase, open: false } } : state;
    case 'expired':
      return phase.name === 'saved' ? { ...state, phase: IDLE } : state;
    case 'found':
      return addDrafts(state, event.drafts);
    case 'restored':
      return save ? state : restore(state, event);
    case 'discarded':
      return withoutDraft(state, event.id);
    case 'halted':
      return save ? { ...state, phase: IDLE } : state;
    case 'saved':
      return save ? finish(state, save, event.stored) : state;
    case 'refused':
      return save ? showIssues(state, event.issues) : state;
    case 'failed': {
      if (!save) return state;
      const { message, code, uncertain } = event;
      const lost = uncertain ? [...state.lost, save.valid] : state.lost;
      return { ...state, lost, phase: { name: 'failed', message, code, parts: save.parts } };
    }
    case 'conflicted':
      return save ? receiveConflict(state, event, validate) : state;
  }
};

/** Returns the state after an event. Issues that are shown follow the value. */
export const reduce = (state: EditState, event: EditEvent, validate: Validate): EditState => {
  const next = apply(state, event, validate);
  if (next.issues.length === 0 || next.value === state.value) return next;
  const invalid = next.issues.map(({ path }) => splitPath(path).part);
  const edited = differingParts(next.value, next.base.response);
  const validation = validate(next.value, [...new Set([...edited, ...invalid])]);
  return { ...next, issues: validation.valid ? [] : validation.issues };
};
