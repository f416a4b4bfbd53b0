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

test('an untouched field is kept, whatever both sides change', () => {
  fc.assert(
    fc.property(json, json, json, json, (stored, base, theirs, mine) => {
      const { value } = mergeValues(
        { kept: stored, x: base },
        { kept: stored, x: theirs },
        { kept: stored, x: mine },
      );
      expect((value as { kept: unknown }).kept).toEqual(stored);
    }),
  );
});

test('different changes to the same field conflict, and nothing else does', () => {
  const base = { a: 1, b: { c: 2 }, d: 1 };
  expect(mergeValues(base, { a: 1, b: { c: 3 }, d: 2 }, { a: 5, b: { c: 4 }, d: 1 })).toEqual({
    value: { a: 5, b: { c: 4 }, d: 2 },
    conflicts: [{ field: 'b.c', base: 2, theirs: 3, mine: 4 }],
  });
});

test('texts merge line by line', () => {
  const base = 'one\ntwo\nthree\nfour\n';
  const merge = mergeValues(base, 'ONE\ntwo\nthree\nfour\n', 'one\ntwo\nthree\nFOUR\nfive\n');
  expect(merge).toEqual({ value: 'ONE\ntwo\nthree\nFOUR\nfive\n', conflicts: [] });
  const mine = 'one\nZWEI\nthree\nfour\n';
  const theirs = 'one\nDEUX\nthree\nfour\n';
  expect(mergeValues(base, theirs, mine).conflicts).toEqual([{ field: '', base, theirs, mine }]);
});

test('without a base, all differences conflict', () => {
  expect(mergeValues(undefined, { a: 1, b: 2 }, { a: 1, b: 3 }).conflicts).toEqual([
    { field: 'b', base: undefined, theirs: 2, mine: 3 },
  ]);
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
