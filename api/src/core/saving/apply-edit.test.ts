import {
  experiencesFields,
  experiencesSchema,
  normalize,
  readValue,
  type Experience,
} from 'content-schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdit } from './apply-edit.ts';

const STORED = { name: ' Ada ', tagline: 'Old', extra: { kept: true }, list: [1] };
const BEFORE = { name: 'Ada', tagline: 'Old', location: '', list: [1] };

test.each([
  ['unedited values keep their stored form', { tagline: 'New' }],
  ['a key that was filled in for the client is stored once it is edited', { location: 'Lisbon' }],
])('%s', (_, edit) => {
  const after = { ...BEFORE, ...edit };
  expect(applyEdit(STORED, { before: BEFORE, after })).toEqual({ ...STORED, ...edit });
});

test('items keep their unknown keys when others are added, removed or moved', () => {
  const stored = ['a', 'b', 'c'].map((role) => ({ role: ` ${role}`, note: role }));
  const before = ['a', 'b', 'c'].map((role) => ({ role, location: '' }));
  const [a, b, c] = before;
  const fresh = { role: 'new', location: '' };
  const edit = (after: unknown[]) => applyEdit(stored, { before, after });
  expect(edit([a, c])).toEqual([stored[0], stored[2]]);
  expect(edit([fresh, a, b, c])).toEqual([fresh, ...stored]);
  expect(edit([a, { role: 'B', location: 'x' }, c])).toEqual([
    stored[0],
    { role: 'B', location: 'x', note: 'b' },
    stored[2],
  ]);
  expect(edit([a, { role: 'B', location: '' }, fresh, c])).toEqual([
    stored[0],
    { role: 'B', note: 'b' },
    fresh,
    stored[2],
  ]);
});

test('a list with items that reading left out is replaced', () => {
  expect(applyEdit(['a', 3, 'b'], { before: ['a', 'b'], after: ['a', 'c'] })).toEqual(['a', 'c']);
});

const padded = fc.constantFrom('', ' ', 'a', ' a ', 'b', 'b\n', 'c');
const storedExperience = fc.record(
  {
    role: padded,
    company: fc.oneof(padded, fc.constant(7)),
    stack: fc.array(padded, { maxLength: 3 }),
    achievements: fc.array(padded, { maxLength: 2 }),
    note: padded,
  },
  { requiredKeys: [] },
);
const trimmed = padded.map((text) => text.trim());
const experience: fc.Arbitrary<Experience> = fc.record({
  role: trimmed,
  company: trimmed,
  year: trimmed,
  location: trimmed,
  description: trimmed,
  achievements: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  stack: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
});

/** Generates edits that keep some of the items, in any order, among new ones. */
const editOf = (before: readonly Experience[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...before]),
      fc.array(experience, { maxLength: 3 }),
      fc.array(fc.nat(10), { maxLength: 3 }),
    )
    .map(([stored, fresh, positions]) => {
      const after = [...stored];
      fresh.forEach((item, i) => after.splice(positions[i] ?? 0, 0, item));
      return after;
    });

test('after an edit is applied, the stored value reads as the sent one', () => {
  const read = (stored: unknown) =>
    normalize(experiencesSchema, readValue(experiencesFields, stored));
  const edits = fc.array(storedExperience, { maxLength: 4 }).chain((stored) => {
    const before = read(stored);
    return editOf(before).map((after) => ({ stored, before, after }));
  });
  fc.assert(
    fc.property(edits, ({ stored, ...edit }) => {
      expect(read(applyEdit(stored, edit))).toEqual(edit.after);
    }),
    { numRuns: 500 },
  );
});
