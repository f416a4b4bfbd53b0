import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchKeys, moveItem } from './use-entries.ts';

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
])('moves an item from %j to %j', (from, to, order) => {
  expect(moveItem(['a', 'b', 'c'], from, to).join('')).toBe(order);
});

const job = (role: string, description = '') => ({ role, company: 'Port', description });
const keyed = { items: [job('Pilot'), job('Keeper'), job('Cook')], keys: [0, 1, 2] };

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
