import type { Validation } from 'content-schema';
import { expect, it } from 'vitest';
import { validateNote, type Note } from '../../../../../test/note.ts';
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

const STORED = { response: { title: 'Tides', text: 'one\ntwo\nthree' }, revision: 'first' };

const run = (events: readonly EditEvent[], from = initialEdit(STORED, 'own')) =>
  events.reduce((state, event) => reduce(state, event, validateNote), from);

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

it('shows issues, clears them once fixed, and shows new ones only on the next save', () => {
  const rejected = run([typed({ title: ' ' }), submitted]);
  expect(rejected).toMatchObject({ issues: [{ path: 'title' }], rejections: 1 });
  const mended = run([typed({ title: 'A' })], rejected);
  expect(mended.issues).toEqual([]);
  expect(run([typed({ title: '' })], mended).issues).toEqual([]);
});

it('checks each part once while issues are shown, however many they are', () => {
  const checked: (readonly string[])[] = [];
  const reject = (_: FormValue, parts: readonly string[]): Validation<FormValue> => {
    checked.push(parts);
    const issue = { path: 'title', message: 'No' };
    return { valid: false, issues: [issue, issue] };
  };
  [typed({ title: 'A' }), submitted, typed({ title: 'AB' })].reduce(
    (state, event) => reduce(state, event, reject),
    initialEdit(STORED, 'own'),
  );
  expect(checked).toEqual([['title'], ['title']]);
});

it('recognises a save whose response was lost beside a later change of the same text', () => {
  const text = 'one\ntwo\n\nnew\n\nthree';
  const more = typed({ text: text.replace('new', 'new and more') });
  const lost = run([typed({ text }), submitted, failed, more]);
  const theirs = conflicted({ title: 'Tides', text: text.replace('one', 'ONE') });
  const restored = run(
    [{ type: 'restored', draft: draftOf(lost, 0), at: 1 }],
    initialEdit(STORED, 'other'),
  );
  for (const again of [lost, restored]) {
    expect(sentBy(run([submitted, theirs], again))).toMatchObject({
      text: 'ONE\ntwo\n\nnew and more\n\nthree',
    });
  }
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

it('offers a draft once, and not again after it was restored or discarded', () => {
  const result = run([
    { type: 'found', drafts: [DRAFT] },
    { type: 'found', drafts: [DRAFT] },
  ]);
  expect(result.drafts).toEqual([DRAFT]);
  expect(run([{ type: 'discarded', id: 'draft' }], result).drafts).toEqual([]);
  expect(run([{ type: 'restored', draft: DRAFT, at: 2 }], result).drafts).toEqual([]);
});

it('ignores another request to save or a draft during a save, and responses without a running save', () => {
  const saving = run([typed({ title: 'A' }), submitted]);
  const restored = { type: 'restored', draft: DRAFT, at: 2 } as const;
  expect(run([submitted, { type: 'updated' }, restored], saving)).toBe(saving);
  const lost = run([failed], saving);
  expect(run([saved(THEIRS), failed, conflicted(THEIRS), { type: 'halted' }], lost)).toBe(lost);
});
