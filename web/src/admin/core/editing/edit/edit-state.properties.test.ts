import { mergeLines, mergeValues, type FieldConflict } from 'content-schema/merge';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Versioned } from '../../../../data/request.ts';
import { validateNote, type Note } from '../../../../../test/note.ts';
import {
  conflictsOf,
  draftOf,
  initialEdit,
  isUnsaved,
  reduce,
  type EditEvent,
  type EditState,
  type Save,
} from './edit-state.ts';
import { storedAfter } from './save-form.ts';

/**
 * Simulates a form, a server that merges like the real one, and a network that loses requests and
 * responses. Every written word is unique, so that a lost word is noticed.
 */

const wordsOf = (value: unknown): string[] => JSON.stringify(value).match(/w\d+/g) ?? [];

const partsOf = (note: Note, parts: readonly string[]): Partial<Note> =>
  Object.fromEntries(Object.entries(note).filter(([part]) => parts.includes(part)));

class Server {
  readonly commits: Note[] = [{ title: 'w0', text: 'w1\nw2\nw3\nw4' }];

  get head(): Versioned<Note> {
    return this.at(this.commits.length - 1);
  }

  at(index: number): Versioned<Note> {
    const response = this.commits[index];
    if (!response) throw new Error(`There is no commit ${index}`);
    return { response, revision: String(index) };
  }

  /** Saves some parts of a note; undefined for a conflict. */
  save(mine: Partial<Note>, revision: string) {
    const base = this.at(Number(revision)).response;
    const { response: theirs, revision: previous } = this.head;
    const { value, conflicts } = mergeValues(base, theirs, { ...base, ...mine });
    if (conflicts.length > 0) return undefined;
    const isNew = JSON.stringify(value) !== JSON.stringify(theirs);
    if (isNew) this.commits.push(value);
    return { ...this.head, previous: isNew ? previous : undefined };
  }
}

interface Edit {
  readonly field: keyof Note;
  readonly line: number;
  readonly kind: 'append' | 'replace' | 'insert' | 'delete' | 'empty' | 'undo';
}

type Way = 'arrives' | 'answer lost' | 'request lost' | 'handled';

type Step =
  | { readonly do: 'type' | 'others'; readonly edit: Edit }
  | { readonly do: 'submit' | 'update' | 'dismiss' | 'crash' | 'expire' }
  | { readonly do: 'answer'; readonly way: Way }
  | { readonly do: 'resolve'; readonly sides: readonly ('theirs' | 'mine')[] }
  | { readonly do: 'stored'; readonly age: number }
  | { readonly do: 'restore' | 'discard'; readonly index: number };

class World {
  readonly server = new Server();
  state: EditState = initialEdit(this.server.head, 'draft 0');
  /** Words that no one has deleted on purpose. */
  readonly alive = new Set(wordsOf(this.server.head.response));
  readonly committed = new Set(this.alive);
  #words = 100;
  #drafts = 0;
  /** The result of the running save on the server, which the form doesn't know yet. */
  #handled: { save: Save; saved: ReturnType<Server['save']> } | undefined;
  /** Whether another save was requested during the running one. */
  #again = false;

  send(event: EditEvent): void {
    this.state = reduce(this.state, event, validateNote);
  }

  edited(note: Note, { field, line, kind }: Edit): Note {
    this.#words += 1;
    const word = `w${this.#words}`;
    const lines = note[field].split('\n');
    const at = line % lines.length;
    const present = lines[at] ?? '';
    if (kind === 'undo') return { ...note, [field]: this.server.at(0).response[field] };
    if (field === 'title') {
      const title = kind === 'empty' ? ' ' : kind === 'append' ? `${present} ${word} ` : word;
      return { ...note, title };
    }
    if (kind === 'append') lines[at] = `${present} ${word}`.trim();
    if (kind === 'replace') lines[at] = word;
    if (kind === 'insert') lines.splice(at, 0, word);
    if (kind === 'delete') lines.splice(at, 1);
    return { ...note, [field]: kind === 'empty' ? '' : lines.join('\n') };
  }

  /**
   * Records that someone saw `before` and wrote `after`, so the missing words were deleted on
   * purpose.
   */
  #write(before: Note, after: Note): void {
    const now = new Set(wordsOf(after));
    for (const word of wordsOf(before)) if (!now.has(word)) this.alive.delete(word);
    const then = new Set(wordsOf(before));
    for (const word of now) if (!then.has(word)) this.alive.add(word);
  }

  #commit(): void {
    for (const word of wordsOf(this.server.head.response)) this.committed.add(word);
  }

  type(edit: Edit): void {
    const before = this.state.value as Note;
    const after = this.edited(before, edit);
    this.send({ type: 'typed', change: () => after });
    this.#write(before, after);
  }

  others(edit: Edit): void {
    const { response: before, revision } = this.server.head;
    const after = validateNote(this.edited(before, edit));
    if (!after.valid) return;
    this.#write(before, after.value as Note);
    this.server.save(after.value, revision);
    this.#commit();
  }

  submit(): void {
    this.#again = this.state.phase.name === 'saving';
    this.send({ type: 'submitted' });
  }

  answer(way: Way): void {
    this.#respond(way);
    if (this.#again && this.state.phase.name !== 'saving') {
      this.#again = false;
      if (isUnsaved(this.state)) this.send({ type: 'submitted' });
    }
  }

  #respond(way: Way): void {
    const { phase } = this.state;
    if (phase.name !== 'saving') return;
    const { save } = phase;
    const { valid, revision, parts } = save;
    const looksFirst = this.state.lost.length > 0;
    const fail = () => this.send({ type: 'failed', message: 'Failed', uncertain: !looksFirst });
    const isHandled = this.#handled?.save === save;
    if (way === 'request lost' && !isHandled) {
      fail();
      return;
    }
    if (looksFirst) {
      if (way === 'arrives') {
        this.send({ type: 'conflicted', theirs: this.server.head });
      }
      return;
    }
    if (!isHandled)
      this.#handled = { save, saved: this.server.save(partsOf(valid as Note, parts), revision) };
    this.#commit();
    const saved = this.#handled?.saved;
    if (way === 'answer lost' || way === 'request lost') fail();
    if (way !== 'arrives') return;
    if (saved)
      this.send({
        type: 'saved',
        stored: storedAfter(save, { ...saved, response: partsOf(saved.response, parts) }),
      });
    else this.send({ type: 'conflicted', theirs: this.server.head });
  }

  resolve(sides: readonly ('theirs' | 'mine')[]): void {
    const { phase } = this.state;
    if (phase.name !== 'conflict' || !phase.open) return;
    const decided = new Map<string, string>();
    conflictsOf(this.state).forEach((conflict, index) => {
      const { field, base, theirs, mine } = conflict;
      const side = sides[index % sides.length] ?? 'mine';
      const text = mergeLines(String(base), String(theirs), String(mine), side);
      const stored = new Set(wordsOf(text));
      for (const word of wordsOf([theirs, mine])) if (!stored.has(word)) this.alive.delete(word);
      decided.set(field, text);
    });
    const decide = ({ field, mine }: FieldConflict) => decided.get(field) ?? mine;
    this.send({ type: 'resolved', decide });
  }

  discard(index: number): void {
    const draft = this.state.drafts[index % this.state.drafts.length];
    if (!draft) return;
    for (const word of wordsOf(draft.value)) {
      if (!this.committed.has(word)) this.alive.delete(word);
    }
    this.send({ type: 'discarded', id: draft.id });
  }

  crash(): void {
    const { drafts } = this.state;
    const stored = isUnsaved(this.state) ? [draftOf(this.state, 0), ...drafts] : drafts;
    this.#drafts += 1;
    this.#handled = undefined;
    this.#again = false;
    this.state = initialEdit(this.server.head, `draft ${this.#drafts}`);
    this.send({ type: 'found', drafts: stored });
  }

  run(step: Step): void {
    const { drafts } = this.state;
    if (step.do === 'type') this.type(step.edit);
    if (step.do === 'others') this.others(step.edit);
    if (step.do === 'submit') this.submit();
    if (step.do === 'update') this.send({ type: 'updated' });
    if (step.do === 'dismiss') this.send({ type: 'dismissed' });
    if (step.do === 'expire') this.send({ type: 'expired' });
    if (step.do === 'crash') this.crash();
    if (step.do === 'answer') this.answer(step.way);
    if (step.do === 'resolve') this.resolve(step.sides);
    if (step.do === 'stored') {
      const index = Math.max(0, this.server.commits.length - 1 - step.age);
      this.send({ type: 'stored', stored: this.server.at(index) });
    }
    if (step.do === 'restore') {
      const draft = drafts[step.index % drafts.length];
      this.#drafts += 1;
      if (draft) this.send({ type: 'restored', draft, at: 0 });
    }
    if (step.do === 'discard') this.discard(step.index);
  }

  /** Words that are in no form, draft or commit, although no one deleted them. */
  get lost(): string[] {
    const head = new Set(wordsOf(this.server.head.response));
    const here = new Set(wordsOf([this.state.value, this.state.drafts.map(({ value }) => value)]));
    return [...this.alive].filter((word) =>
      this.committed.has(word) ? !head.has(word) : !head.has(word) && !here.has(word),
    );
  }
}

const editOf = (...kinds: Edit['kind'][]): fc.Arbitrary<Edit> =>
  fc.record({
    field: fc.constantFrom('title', 'text', 'text'),
    line: fc.nat(2),
    kind: fc.constantFrom(...kinds),
  });
const edit = editOf('append', 'append', 'replace', 'insert', 'delete', 'empty');
const typing: fc.Arbitrary<Step> = fc.record({ do: fc.constant('type'), edit });
/** Restores old words. Only without other writers is that certainly on purpose. */
const undoing: fc.Arbitrary<Step> = fc.record({ do: fc.constant('type'), edit: editOf('undo') });
const saving: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('submit', 'submit', 'update', 'dismiss', 'expire') }),
  fc.record({
    do: fc.constant('answer'),
    way: fc.constantFrom('arrives', 'arrives', 'answer lost', 'request lost', 'handled'),
  }),
  fc.record({
    do: fc.constant('resolve'),
    sides: fc.array(fc.constantFrom('theirs', 'mine'), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ do: fc.constant('stored'), age: fc.constant(0) }),
);
const leaving: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('crash') }),
  fc.record({ do: fc.constantFrom('restore', 'discard'), index: fc.nat(3) }),
);
const meddling: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('others'), edit }) },
  // An old response that arrives late.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stored'), age: fc.nat(3) }) },
);

const stepsOf = (...kinds: fc.Arbitrary<Step>[]) =>
  fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 80, size: 'max' });

it('loses no typed or saved word despite lost or late responses and restored drafts, and can be saved in the end', () => {
  fc.assert(
    fc.property(stepsOf(typing, typing, saving, saving, meddling, leaving), (steps) => {
      const world = new World();
      for (const step of steps) {
        world.run(step);
        // An expectation takes longer than a step.
        if (world.lost.length > 0) expect(world.lost).toEqual([]);
      }
      world.answer('arrives');
      const title = (world.state.value as Note).title.trim() || 'w99';
      world.send({ type: 'typed', change: (note) => ({ ...note, title }) });
      world.send({ type: 'expired' });
      for (let round = 0; round < 8; round += 1) {
        if (world.state.phase.name === 'saved' && !isUnsaved(world.state)) break;
        world.run({ do: 'submit' });
        world.answer('arrives');
        world.resolve(['mine']);
        world.answer('arrives');
      }
      expect(world.state.phase.name).toBe('saved');
      expect(isUnsaved(world.state)).toBe(false);
      // Loads what others changed in the other parts.
      world.run({ do: 'stored', age: 0 });
      expect(world.state.value).toEqual(world.server.head.response);
    }),
    { numRuns: 4000 },
  );
});

it('stores the last edits and never conflicts with its own saves, even when responses are lost', () => {
  fc.assert(
    fc.property(stepsOf(typing, undoing, saving, saving), (steps) => {
      const world = new World();
      let typed = world.state.value;
      for (const step of steps) {
        world.run(step);
        if (step.do === 'type') typed = world.state.value;
        const { phase } = world.state;
        expect(phase.name).not.toBe('conflict');
        if (phase.name === 'saved' && phase.untouched) {
          expect({ valid: true, value: world.server.head.response }).toEqual(validateNote(typed));
        }
      }
    }),
    { numRuns: 1000 },
  );
});
