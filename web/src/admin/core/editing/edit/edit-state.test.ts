import type { Validation } from 'content-schema';
import { expect, it } from 'vitest';
import {
  conflictsOf,
  draftOf,
  initialEdit,
  isOutdated,
  isStored,
  isUnsaved,
  reduce,
  type EditEvent,
  type EditState,
  type FormValue,
} from './edit-state.ts';

type Note = Readonly<Record<'title' | 'text', string>>;

const validate = (note: FormValue): Validation<FormValue> => {
  const title = String(note['title']).trim();
  return title === ''
    ? { valid: false, issues: [{ path: 'title', message: 'A title is required' }] }
    : { valid: true, value: { ...note, title } };
};

const STORED = { response: { title: 'Tides', text: 'one\ntwo\nthree' }, revision: 'first' };

const run = (events: readonly EditEvent[], from = initialEdit(STORED, 'own')) =>
  events.reduce((state, event) => reduce(state, event, validate), from);

const typed = (changes: Partial<Note>): EditEvent => ({
  type: 'typed',
  change: (note) => ({ ...note, ...changes }),
});
const submitted: EditEvent = { type: 'submitted' };
const saved = (response: Note, revision = 'saved'): EditEvent => ({
  type: 'saved',
  stored: { response, revision },
});
const failed: EditEvent = { type: 'failed', message: 'Failed to save', uncertain: true };
const conflicted = (response: Note): EditEvent => ({
  type: 'conflicted',
  theirs: { response, revision: 'theirs' },
});
const sentBy = ({ phase }: EditState) =>
  phase.name === 'saving' ? { ...phase.save.valid, revision: phase.save.revision } : undefined;

it('sends the valid value with the revision of the edits, and is saved', () => {
  const saving = run([typed({ title: ' Low water ' }), submitted]);
  expect(sentBy(saving)).toEqual({
    title: 'Low water',
    text: STORED.response.text,
    revision: 'first',
  });
  const after = run([saved({ ...STORED.response, title: 'Low water' })], saving);
  expect(after).toMatchObject({
    value: { title: 'Low water' },
    phase: { name: 'saved', untouched: true },
  });
  expect(isUnsaved(after)).toBe(false);
});

it('shows issues, clears them once fixed, and shows new ones only on the next save', () => {
  const rejected = run([typed({ title: ' ' }), submitted]);
  expect(rejected).toMatchObject({ issues: [{ path: 'title' }], rejections: 1 });
  const mended = run([typed({ title: 'A' })], rejected);
  expect(mended.issues).toEqual([]);
  expect(run([typed({ title: '' })], mended).issues).toEqual([]);
});

it('follows the stored value while nothing is edited', () => {
  const newer = { response: { title: 'Theirs', text: '' }, revision: 'second' };
  expect(run([{ type: 'stored', stored: newer }])).toMatchObject({ value: { title: 'Theirs' } });
  const edited = run([typed({ text: 'mine' }), { type: 'stored', stored: newer }]);
  expect(edited).toMatchObject({ value: { title: 'Tides', text: 'mine' }, base: STORED });
});

it('asks about text typed during a save that merged a change of the same text', () => {
  const during = run([
    typed({ text: 'ONE\ntwo\nthree' }),
    submitted,
    typed({ text: 'ONE\nTWO, mine\nthree' }),
    saved({ title: 'Tides', text: 'ONE\nTWO, theirs\nthree' }),
  ]);
  expect(during).toMatchObject({ value: { text: 'ONE\nTWO, mine\nthree' } });
  expect(isUnsaved(during)).toBe(true);
  const again = run([submitted], during);
  expect(again.phase).toEqual({ name: 'conflict', open: true });
  expect(conflictsOf(again)).toEqual([
    {
      field: 'text',
      base: 'ONE\ntwo\nthree',
      theirs: 'ONE\nTWO, theirs\nthree',
      mine: 'ONE\nTWO, mine\nthree',
    },
  ]);
});

it('no longer counts as saved after further typing, even if that is undone', () => {
  const after = run([
    typed({ title: 'A' }),
    submitted,
    saved({ ...STORED.response, title: 'A' }),
    typed({ title: 'AB' }),
    typed({ title: 'A' }),
  ]);
  expect(isUnsaved(after)).toBe(false);
  expect(after.phase).toMatchObject({ name: 'saved', untouched: false });
});

it('recognises a save whose response was lost beside a later change of the same text', () => {
  const text = 'one\ntwo\n\nnew\n\nthree';
  const lost = run([typed({ text }), submitted, failed]);
  const again = run([typed({ text: text.replace('new', 'new and more') }), submitted], lost);
  const theirs = conflicted({ title: 'Tides', text: text.replace('one', 'ONE') });
  expect(sentBy(run([theirs], again))).toMatchObject({
    text: 'ONE\ntwo\n\nnew and more\n\nthree',
  });
});

it('tells drafts whose edits are stored from others', () => {
  const text = 'one\ntwo\n\nnew\n\nthree';
  const draft = draftOf(run([typed({ text }), submitted, failed]), 0);
  const storedAs = (text: string) => ({ response: { title: 'Tides', text }, revision: 'later' });
  expect(isStored(draft, storedAs(text.replace('one', 'ONE')))).toBe(true);
  expect(isStored(draft, storedAs('ONE\ntwo\nthree'))).toBe(false);
  expect(isStored(draft, STORED)).toBe(false);
  const more = draftOf(run([typed({ text }), submitted, failed, typed({ title: 'Ebb' })]), 0);
  expect(isStored(more, storedAs(text))).toBe(false);
  const undone = { ...draft, value: STORED.response };
  expect(isStored(undone, storedAs(text))).toBe(false);
});

it('ignores an older stored value when an edit was undone after a save whose response was lost', () => {
  const older = { response: { title: 'Older', text: 'text' }, revision: 'older' };
  const lost = run([submitted, failed, { type: 'stored', stored: older }]);
  for (const event of [submitted, { type: 'updated' } as const]) {
    const after = run([event, conflicted(STORED.response)], lost);
    expect(sentBy(after)).toMatchObject(STORED.response);
  }
});

const THEIRS = { title: 'Theirs', text: 'one\ntwo\nTHREE' };
const CONFLICT = run([typed({ title: 'Mine' }), submitted, conflicted(THEIRS)]);

it('asks about fields that both sides changed, and saves the decision on top of their version', () => {
  expect(CONFLICT.phase).toEqual({ name: 'conflict', open: true });
  expect(conflictsOf(CONFLICT).map(({ field }) => field)).toEqual(['title']);
  const resolved = run([{ type: 'resolved', decide: ({ theirs }) => theirs }], CONFLICT);
  expect(sentBy(resolved)).toEqual({ ...THEIRS, revision: 'theirs' });
});

it('asks again on the next save after the dialog was dismissed', () => {
  const dismissed = run([{ type: 'dismissed' }], CONFLICT);
  expect(dismissed).toMatchObject({ phase: { open: false }, value: { title: 'Mine' } });
  expect(run([submitted], dismissed).phase).toEqual({ name: 'conflict', open: true });
});

it('stops asking when the stored value no longer conflicts', () => {
  const stored = { response: { ...THEIRS, title: 'Mine' }, revision: 'third' };
  expect(run([{ type: 'stored', stored }], CONFLICT).phase).toEqual({ name: 'idle' });
});

it('reports a change elsewhere, and merges it on request', () => {
  const theirs = {
    response: { title: 'Tides', text: 'one\ntwo\nthree, theirs' },
    revision: 'theirs',
  };
  const edited = run([typed({ text: 'one, mine\ntwo\nthree' })]);
  expect(isOutdated(edited)).toBe(false);
  const elsewhere = run([{ type: 'stored', stored: { ...STORED, revision: 'later' } }], edited);
  expect(isOutdated(elsewhere)).toBe(false);
  const outdated = run([{ type: 'stored', stored: theirs }], elsewhere);
  expect(isOutdated(outdated)).toBe(true);
  const updated = run([{ type: 'updated' }], outdated);
  expect(updated.value.text).toBe('one, mine\ntwo\nthree, theirs');
  expect(isOutdated(updated)).toBe(false);
  expect(isUnsaved(updated)).toBe(true);
  expect(sentBy(run([submitted], updated))?.revision).toBe('theirs');
});

it('keeps the questions while the dialog is open, and drops them when the post is deleted', () => {
  const theirs = (title: string): EditEvent => ({
    type: 'stored',
    stored: { response: { ...STORED.response, title }, revision: title },
  });
  const asking = run([typed({ title: 'Mine' }), theirs('Theirs'), submitted]);
  expect(conflictsOf(run([theirs('Theirs again')], asking))).toEqual(conflictsOf(asking));
  const closed = run([{ type: 'dismissed' }, theirs('Theirs again')], asking);
  expect(conflictsOf(closed)).toMatchObject([{ theirs: 'Theirs again' }]);
  const deleted = {
    type: 'stored',
    stored: { ...STORED, revision: 'later' },
    isRemoved: true,
  } as const;
  expect(run([deleted], asking).phase).toEqual({ name: 'idle' });
});

const DRAFT = {
  id: 'draft',
  base: { response: { title: 'Tides', text: 'before' }, revision: 'zero' },
  value: { title: 'Tides', text: 'drafted' },
  lost: [],
  storedAt: 1,
};

it('offers the edits that a restored draft replaces', () => {
  const result = run([{ type: 'found', drafts: [DRAFT] }, typed({ text: 'typed' })]);
  const restored = run([{ type: 'restored', draft: DRAFT, at: 7 }], result);
  expect(restored).toMatchObject({
    value: DRAFT.value,
    base: DRAFT.base,
    draftId: 'draft',
    drafts: [{ id: 'own', value: { text: 'typed' }, storedAt: 7 }],
  });
  const [displaced] = restored.drafts;
  if (!displaced) throw new Error('The typed text is not offered');
  const back = run([{ type: 'restored', draft: displaced, at: 8 }], restored);
  expect(back).toMatchObject({ value: { text: 'typed' }, drafts: [{ id: 'draft' }] });
});

it('offers a draft once, and not again after it was restored or discarded', () => {
  const result = run([
    { type: 'found', drafts: [DRAFT] },
    { type: 'found', drafts: [DRAFT] },
  ]);
  expect(result.drafts).toEqual([DRAFT]);
  expect(run([{ type: 'discarded', id: 'draft' }], result).drafts).toEqual([]);
  expect(run([{ type: 'restored', draft: DRAFT, at: 2 }], result).drafts).toEqual([]);
});

it('does not restore a draft during a save', () => {
  const saving = run([typed({ text: 'mine' }), submitted]);
  expect(run([{ type: 'restored', draft: DRAFT, at: 2 }], saving)).toBe(saving);
});

it('ignores another request to save, and responses without a running save', () => {
  const saving = run([typed({ title: 'A' }), submitted]);
  expect(run([submitted, { type: 'updated' }], saving)).toBe(saving);
  const lost = run([failed], saving);
  expect(run([saved(THEIRS), failed, conflicted(THEIRS), { type: 'halted' }], lost)).toBe(lost);
});

it('keeps the edits of a save that is not sent', () => {
  const halted = run([typed({ title: 'A' }), submitted, { type: 'halted' }]);
  expect(halted).toMatchObject({ value: { title: 'A' }, phase: { name: 'idle' }, lost: [] });
  expect(isUnsaved(halted)).toBe(true);
});
