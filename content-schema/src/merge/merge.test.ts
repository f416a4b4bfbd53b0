import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSame, mergeLines, mergeValues } from './merge.ts';

const json = fc.jsonValue({ maxDepth: 3 });

test('merging with itself is a no-op', () => {
  fc.assert(
    fc.property(json, json, (base, value) => {
      expect(mergeValues(base, value, value)).toEqual({ value, conflicts: [] });
      expect(mergeValues(value, value, value)).toEqual({ value, conflicts: [] });
    }),
  );
});

test('a side that changed nothing yields to the other', () => {
  fc.assert(
    fc.property(json, json, (base, changed) => {
      expect(mergeValues(base, base, changed)).toEqual({ value: changed, conflicts: [] });
      expect(mergeValues(base, changed, base).conflicts).toEqual([]);
      expect(isSame(mergeValues(base, changed, base).value, changed)).toBe(true);
    }),
  );
});

test('a key that every object inherits is a key like any other', () => {
  for (const key of ['__proto__', 'constructor', 'toString']) {
    const before = JSON.parse(`{ "${key}": {} }`) as object;
    expect(isSame({}, before)).toBe(false);
    expect(mergeValues({ ...before, x: 1 }, { ...before, x: 2 }, { x: 1 }).value).toEqual({ x: 2 });
    const added = mergeValues({ x: 1 }, { x: 2 }, { ...before, x: 1 });
    expect(JSON.stringify(added.value)).toBe(JSON.stringify({ ...before, x: 2 }));
  }
});

test('different changes to the same field conflict, and nothing else does', () => {
  const base = { a: 1, b: { c: 2 }, d: 1, text: 'one\ntwo\nthree\n' };
  const theirs = { a: 1, b: { c: 3 }, d: 2, text: 'ONE\ntwo\nthree\n' };
  const mine = { a: 5, b: { c: 4 }, d: 1, text: 'one\ntwo\nTHREE\n' };
  const conflict = { field: 'b.c', base: 2, theirs: 3, mine: 4 };
  expect(mergeValues(base, theirs, mine)).toEqual({
    value: { a: 5, b: { c: 4 }, d: 2, text: 'ONE\ntwo\nTHREE\n' },
    conflicts: [conflict],
  });
  const { conflicts } = mergeValues(undefined, { ...mine, b: { c: 3 } }, mine);
  expect(conflicts).toEqual([{ ...conflict, base: undefined }]);
});

test('a conflict is resolved as decided, and everything else is merged', () => {
  const base = { a: 1, list: ['x', 'y', 'z'] };
  const theirs = { a: 2, list: ['w', 'x', 'Y!', 'z'] };
  const mine = { a: 3, list: ['x', 'y?', 'z'] };
  const { value, conflicts } = mergeValues(base, theirs, mine, (conflict) => conflict.theirs);
  expect(value).toEqual({ a: 2, list: ['w', 'x', 'Y!', 'z'] });
  expect(conflicts.map(({ field }) => field)).toEqual(['a', 'list.2']);
});

test('deciding for one side keeps changes of the other without a conflict', () => {
  fc.assert(
    fc.property(json, json, json, json, json, (base, theirs, mine, left, right) => {
      const merged = mergeValues(
        { left: base, x: base, right: base },
        { left, x: theirs, right: base },
        { left: base, x: mine, right },
        (conflict) => conflict.theirs,
      ).value as { left: unknown; right: unknown };
      expect(isSame(merged.left, left)).toBe(true);
      expect(isSame(merged.right, right)).toBe(true);
    }),
  );
});

test('of overlapping lines one side is taken, of all others both', () => {
  const base = 'one\ntwo\nthree\nfour\nfive';
  const theirs = 'one\nDEUX\nthree\nfour\nCINQ';
  const mine = 'EINS\nZWEI\nthree\nfour\nfive';
  expect(mergeLines(base, theirs, mine, 'mine')).toBe('EINS\nZWEI\nthree\nfour\nCINQ');
  expect(mergeLines(base, theirs, mine, 'theirs')).toBe('one\nDEUX\nthree\nfour\nCINQ');
});
