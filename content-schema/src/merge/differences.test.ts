import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf, takeBack } from './differences.ts';

const job = (role: string, company: string, more: object = {}) => ({ role, company, ...more });
const [PILOT, COOK, CLERK] = [job('Pilot', 'Acme'), job('Cook', 'Galley'), job('Clerk', 'Bank')];

/** Takes back the differences at some paths. */
const without = (before: unknown, after: unknown, ...fields: string[]): unknown =>
  takeBack(before, after, ({ field }) => fields.includes(field));

describe('the differences between two values', () => {
  it('are fields, also those that only one value has', () => {
    expect(
      differencesOf({ name: 'Ada', social: {} }, { name: 'Ada', social: { github: 'x' } }),
    ).toEqual([{ field: 'social.github', before: undefined, after: 'x' }]);
    expect(differencesOf({ name: 'Ada', summary: 'x' }, { name: 'Ada' })).toEqual([
      { field: 'summary', before: 'x', after: undefined },
    ]);
    expect(differencesOf({ tags: ['a'] }, { tags: ['a', 'b'] })).toEqual([
      { field: 'tags', before: ['a'], after: ['a', 'b'] },
    ]);
    expect(differencesOf('a', { b: 1 })).toEqual([{ field: '', before: 'a', after: { b: 1 } }]);
    expect(differencesOf({}, JSON.parse('{"__proto__":{"a":1}}'))).toEqual([
      { field: '__proto__', before: undefined, after: { a: 1 } },
    ]);
  });

  it('are those of the entries of a list', () => {
    const after = [job('Head cook', 'Galley'), CLERK];
    expect(differencesOf({ items: [PILOT, COOK] }, { items: after })).toEqual([
      { field: 'items.0', entry: 'Pilot, Acme', before: PILOT, after: undefined },
      { field: 'items.1.role', entry: 'Head cook, Galley', before: 'Cook', after: 'Head cook' },
      { field: 'items.2', entry: 'Clerk, Bank', before: undefined, after: CLERK },
    ]);
  });

  it('have paths that tell keys with dots, and empty ones, from nested keys', () => {
    const value = (one: number) => ({ lodash: one, 'lodash.merge': one, '': { a: one }, a: one });
    const fields = differencesOf({ x: value(1) }, { x: value(2) }).map(({ field }) => field);
    expect(fields).toEqual(['x.lodash', 'x."lodash.merge"', 'x."".a', 'x.a']);
  });

  it('include the order of entries', () => {
    expect(differencesOf([PILOT, COOK, CLERK], [CLERK, PILOT, COOK])).toEqual([
      {
        field: 'order',
        before: ['Pilot, Acme', 'Cook, Galley', 'Clerk, Bank'],
        after: ['Clerk, Bank', 'Pilot, Acme', 'Cook, Galley'],
      },
    ]);
  });
});

describe('taking back differences', () => {
  it('changes these fields only', () => {
    const before = { name: 'Ada', social: { github: 'ada', x: 'ada' } };
    const after = { name: 'Bea', title: 'Poet', social: { github: 'bea', x: 'bea' } };
    expect(without(before, after, 'social.x', 'title')).toEqual({
      ...{ name: 'Bea', social: { github: 'bea', x: 'ada' } },
    });
  });

  it('brings back removed entries, and drops new ones', () => {
    const before = [PILOT, COOK];
    const after = [job('Head cook', 'Galley', { year: '2026' }), CLERK];
    const fields = differencesOf(before, after).map(({ field }) => field);
    expect(fields).toEqual(['0', '1.role', '1.year', '2']);
    expect(without(before, after, '0')).toEqual([PILOT, ...after]);
    expect(without(before, after, '2')).toEqual(after.slice(0, 1));
    expect(without(before, after, '1.role')).toEqual([
      job('Cook', 'Galley', { year: '2026' }),
      CLERK,
    ]);
  });

  it('restores the order, with new entries at their places', () => {
    const before = [PILOT, COOK, CLERK];
    const added = job('Diver', 'Sea');
    const after = [CLERK, added, job('Pilot', 'Acme', { year: '2026' }), COOK];
    expect(without(before, after, 'order')).toEqual([after[2], added, COOK, CLERK]);
  });

  it('of all of them gives the first value, and of none the second', () => {
    const text = fc.constantFrom('', 'a', 'b', 'c d');
    const entry = fc.record({ name: text, year: text, stack: fc.array(text, { maxLength: 2 }) });
    const value = fc.record(
      { title: text, items: fc.array(entry, { maxLength: 5 }), flag: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(takeBack(before, after, () => true)).toEqual(before);
        expect(takeBack(before, after, () => false)).toEqual(after);
        const differences = differencesOf(before, after);
        const fields = differences.map(({ field }) => field);
        expect(new Set(fields).size).toBe(fields.length);
      }),
      { numRuns: 2000 },
    );
  });
});
