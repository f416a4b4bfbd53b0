import { describe, expect, it, test } from 'vitest';
import { mergeValues } from './merge.ts';

const job = (role: string, company: string, description = `What a ${role} does at ${company}`) => ({
  role,
  company,
  year: '2020',
  location: '',
  description,
  achievements: [`Did one thing for ${company}`, `Did another thing for ${company}`],
  stack: ['HTML', 'CSS'],
});

type Job = ReturnType<typeof job>;

const A = job('Engineer', 'Acme');
const B = job('Designer', 'Bureau');
const C = job('Cook', 'Canteen');
const N = job('Teacher', 'Newschool');
const edited = (entry: Job): Job => ({ ...entry, description: 'Edited' });
const otherwise = (entry: Job): Job => ({ ...entry, description: 'Edited otherwise' });

it('fields of an entry that each side edited are all kept, also of one list', () => {
  const theirs = { ...A, year: '2021', stack: ['HTML', 'CSS', 'Go'] };
  const mine = { ...A, company: 'Acme Inc.', stack: ['HTML5', 'CSS'] };
  expect(mergeValues([A, B], [B, theirs], [mine, B])).toEqual({
    value: [B, { ...A, year: '2021', company: 'Acme Inc.', stack: ['HTML5', 'CSS', 'Go'] }],
    conflicts: [],
  });
});

describe('a conflict', () => {
  const keep = (side: 'theirs' | 'mine') => (conflict: { theirs: unknown; mine: unknown }) =>
    conflict[side];

  it('is the same field of the same entry, changed twice, and names the entry', () => {
    const theirs = [N, B, edited(A), C];
    const mine = [otherwise(A), B, C];
    const conflict = {
      field: '2.description',
      entry: 'Engineer, Acme',
      base: A.description,
      theirs: 'Edited',
      mine: 'Edited otherwise',
    };
    expect(mergeValues([A, B, C], theirs, mine)).toEqual({
      value: [N, B, otherwise(A), C],
      conflicts: [conflict],
    });
    expect(mergeValues([A, B, C], theirs, mine, keep('theirs')).value).toEqual([
      ...[N, B, edited(A), C],
    ]);
  });

  it('is an entry that was edited on one side and removed on the other', () => {
    const base = { jobs: [A, B, C] };
    const conflict = { field: 'jobs.1', entry: 'Designer, Bureau', base: B };
    const [removed, changed] = [{ jobs: [A, C] }, { jobs: [A, edited(B), C] }];
    for (const [theirs, mine, sides] of [
      [removed, changed, { theirs: null, mine: edited(B) }],
      [changed, removed, { theirs: edited(B), mine: null }],
    ] as const) {
      const conflicts = [{ ...conflict, ...sides }];
      expect(mergeValues<object>(base, theirs, mine)).toEqual({ value: mine, conflicts });
      expect(mergeValues<object>(base, theirs, mine, keep('theirs')).value).toEqual(theirs);
    }
  });

  it('is an entry that was edited on one side and replaced by a similar one on the other', () => {
    const first = job('Assistant 12', 'Company 12');
    const skilled = { ...first, stack: [...first.stack, 'Figma'] };
    const second = { ...job('Assistant 57', 'Company 57'), year: '2024' };
    for (const [theirs, mine] of [
      [skilled, second],
      [second, skilled],
    ] as const) {
      const { value, conflicts } = mergeValues<readonly Job[]>([A, first], [A, theirs], [A, mine]);
      expect(conflicts).toMatchObject([{ entry: 'Assistant 12, Company 12', base: first }]);
      expect(value).toContainEqual(second);
      for (const entry of value) expect([A, skilled, second]).toContainEqual(entry);
    }
  });

  it('has the same path, whatever is decided for earlier ones', () => {
    const mine = [edited(A), otherwise(B), C];
    const theirs = [edited(B), C];
    const { conflicts } = mergeValues([A, B, C], theirs, mine);
    expect(conflicts.map(({ field }) => field)).toEqual(['0', '1.description']);
    const seen: string[] = [];
    const { value } = mergeValues([A, B, C], theirs, mine, (conflict) => {
      if (conflicts.some((other) => JSON.stringify(other) === JSON.stringify(conflict))) {
        seen.push(conflict.field);
      }
      return conflict.theirs;
    });
    expect(seen).toEqual(['0', '1.description']);
    expect(value).toEqual([edited(B), C]);
  });

  it('is a field of an entry that both sides added', () => {
    const added = { ...N, description: 'Mine' };
    const sides = { base: undefined, theirs: N.description, mine: 'Mine' };
    expect(mergeValues([A], [A, N], [added, A]).conflicts).toEqual([
      { field: '0.description', entry: 'Teacher, Newschool', ...sides },
    ]);
  });
});

test.each([
  ['they rename one to what sorts last, I append one', 'a b', 'a zebra', 'a b y', 'a zebra y'],
  ['they remove one, I remove the other', 'a b', 'b', 'a', ''],
  ['they move one, I rename it', 'a b c', 'b c a', 'A2 b c', 'b c A2'],
  ['a word that is there twice stays so', 'a b a', 'a b a c', 'd a b a', 'd a b a c'],
])('in lists of words, %s', (_, ...texts) => {
  const [base, theirs, mine, value] = texts.map((text) => text.match(/\w+/g) ?? []);
  expect(mergeValues(base, theirs, mine)).toEqual({ value, conflicts: [] });
  expect(mergeValues(base, mine, theirs)).toEqual({ value, conflicts: [] });
});

test('another path in the place of a path is no version of it', () => {
  const [base, theirs] = [['/blogs/tides'], ['/blogs/tide']];
  for (const mine of [[], undefined]) {
    expect(mergeValues<unknown>(base, theirs, mine)).toEqual({ value: theirs, conflicts: [] });
    expect(mergeValues<unknown>(base, mine, theirs)).toEqual({ value: theirs, conflicts: [] });
  }
});

test('a list that one side removed is empty there, but one without a base is a conflict', () => {
  expect(mergeValues<unknown>(undefined, ['a'], ['b']).conflicts).toHaveLength(1);
  expect(mergeValues<unknown>(['a', 'b'], ['a'], undefined).value).toBeUndefined();
});

test('an item that is chosen, and is there already, is there once', () => {
  const sides = [['Old'], ['New', 'Rope'], ['Rope']] as const;
  const { value } = mergeValues<readonly string[]>(...sides, ({ mine }) => mine);
  expect(value).toEqual(['New', 'Rope']);
});
