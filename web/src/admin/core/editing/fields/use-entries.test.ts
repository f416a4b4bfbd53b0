import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchKeys, moveItem } from './use-entries.ts';

it('moves an item and keeps the order of the others', () => {
  const list = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(list, fc.nat(), fc.nat(), (items, first, second) => {
      const from = first % items.length;
      const to = second % items.length;
      const after = moveItem(items, from, to);
      const others = (all: readonly number[]) => all.filter((item) => item !== items[from]);
      expect(after[to]).toBe(items[from]);
      expect(others(after)).toEqual(others(items));
      expect(after).toHaveLength(items.length);
    }),
  );
});

const job = (role: string, description = '') => ({ role, company: 'Port', description });
const keyed = {
  items: [job('Pilot'), job('Keeper'), job('Cook')],
  keys: [0, 1, 2],
};

it('keeps the keys of entries when the whole list is replaced', () => {
  const replaced = [job('Cook'), job('Pilot', 'Ships.'), job('Keeper')];
  expect(matchKeys(keyed, replaced)).toEqual({ items: replaced, keys: [2, 0, 1] });
});

it('gives a new entry a key of its own', () => {
  const replaced = [{ ...job('Diver'), company: 'Reef' }, job('Pilot'), job('Keeper')];
  const [key, ...others] = matchKeys(keyed, replaced).keys;
  expect(others).toEqual([0, 1]);
  expect(keyed.keys).not.toContain(key);
});

it('never uses a key twice', () => {
  const jobs = fc.array(
    fc.record({
      role: fc.constantFrom('', 'Pilot', 'Keeper'),
      company: fc.constantFrom('', 'Port'),
      description: fc.constantFrom('', 'Ships.', 'Tides.'),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(jobs, jobs, (before, after) => {
      const keys = before.map((_, index) => index);
      const followed = matchKeys({ items: before, keys }, after);
      expect(new Set(followed.keys).size).toBe(after.length);
    }),
  );
});
