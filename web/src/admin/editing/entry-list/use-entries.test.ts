import fc from 'fast-check';
import { expect, it } from 'vitest';
import { moved } from './use-entries.ts';

it('moves an item to its place and keeps the others in their order', () => {
  const list = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(list, fc.nat(), fc.nat(), (items, first, second) => {
      const from = first % items.length;
      const to = second % items.length;
      const after = moved(items, from, to);
      const others = (all: readonly number[]) => all.filter((item) => item !== items[from]);
      expect(after[to]).toBe(items[from]);
      expect(others(after)).toEqual(others(items));
      expect(after).toHaveLength(items.length);
    }),
  );
});
