import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame } from '../plain-object.ts';
import { differencesOf } from './differences.ts';

const job = (role: string, company: string, more: object = {}) => ({ role, company, ...more });
const [PILOT, COOK, CLERK] = [job('Pilot', 'Acme'), job('Cook', 'Galley'), job('Clerk', 'Bank')];

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

  it('include the order of entries', () => {
    expect(differencesOf([PILOT, COOK, CLERK], [CLERK, PILOT, COOK])).toEqual([
      {
        field: 'order',
        before: ['Pilot, Acme', 'Cook, Galley', 'Clerk, Bank'],
        after: ['Clerk, Bank', 'Pilot, Acme', 'Cook, Galley'],
      },
    ]);
  });

  it('have paths that tell keys with dots, and empty ones, from nested keys', () => {
    const value = (one: number) => ({ lodash: one, 'lodash.merge': one, '': { a: one }, a: one });
    const fields = differencesOf({ x: value(1) }, { x: value(2) }).map(({ field }) => field);
    expect(fields).toEqual(['x.lodash', 'x."lodash.merge"', 'x."".a', 'x.a']);
  });

  it('are named by different paths', () => {
    const text = fc.constantFrom('', 'a', 'b', 'c d');
    const entry = fc.record({ name: text, year: text, stack: fc.array(text, { maxLength: 2 }) });
    const value = fc.record(
      { title: text, items: fc.array(entry, { maxLength: 5 }), flag: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, value, (before, after) => {
        const fields = differencesOf(before, after).map(({ field }) => field);
        expect(new Set(fields).size).toBe(fields.length);
        expect(fields.length === 0).toBe(isSame(before, after));
      }),
      { numRuns: 2000 },
    );
  });
});
