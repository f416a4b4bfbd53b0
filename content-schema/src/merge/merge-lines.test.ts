import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeTexts } from './merge-lines.ts';

/** Few different lines among blank ones, so that there are many ways to align the texts. */
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 5, arbitrary: fc.nat(12).map((number) => `- item ${number}`) },
  { weight: 2, arbitrary: fc.string({ maxLength: 3 }).map((text) => text.replace(/\W/g, '')) },
);

const change = fc.record({
  at: fc.nat(60),
  remove: fc.nat(2),
  insert: fc.array(line, { maxLength: 2 }),
});

interface Change {
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly string[];
}

const changed = (lines: readonly string[], changes: readonly Change[]): string[] => {
  const result = [...lines];
  for (const { at, remove, insert } of changes) {
    result.splice(at % (result.length + 1), remove, ...insert);
  }
  return result;
};

const count = (lines: readonly string[], line: string): number =>
  lines.filter((one) => one === line).length;

test('a merge loses no line that a side added, and brings back none that a side removed', () => {
  const edits = fc.array(change, { minLength: 1, maxLength: 3 });
  let [merged, conflicting] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 40 }),
      edits,
      edits,
      (base, first, second) => {
        const [theirs, mine] = [changed(base, first), changed(base, second)];
        const [baseText = '', theirText = '', myText = ''] = [base, theirs, mine].map((lines) =>
          lines.join('\n'),
        );
        const result = mergeTexts(baseText, theirText, myText);
        expect(mergeTexts(baseText, myText, theirText)).toBe(result);
        if (result === undefined) {
          conflicting += 1;
          return;
        }
        merged += 1;
        const lines = result.split('\n');
        for (const text of new Set([...base, ...theirs, ...mine, ...lines])) {
          if (text === '') continue;
          const [was, their, my] = [count(base, text), count(theirs, text), count(mine, text)];
          // What both sides did in the same place counts once.
          const [both, either] = [their + my - was, Math.max(their, my)];
          expect(count(lines, text)).toBeGreaterThanOrEqual(Math.min(both, either));
          expect(count(lines, text)).toBeLessThanOrEqual(Math.max(both, either));
        }
      },
    ),
    { numRuns: 2000 },
  );
  expect(Math.min(merged, conflicting)).toBeGreaterThan(200);
});

test('changes next to a last line without a line break are merged', () => {
  const base = '- a\n- b\n- c';
  expect(mergeTexts(base, '- a\n- b\n- c\n- d', '- a\n- B\n- c')).toBe('- a\n- B\n- c\n- d');
});

test('texts with too many differences to compare merge where only one side changed them', () => {
  const lines = (seed: number) =>
    Array.from({ length: 100_000 }, (_, i) => ((i * i * seed) % 7) % 2);
  const base = lines(1).join('\n');
  const other = lines(3).join('\n');
  expect(mergeTexts(base, other, base)).toBe(other);
  expect(mergeTexts(base, other, lines(1).with(50_000, 2).join('\n'))).toBeUndefined();
  expect(mergeTexts(base, `start\n${other}`, `${base}\nend`)).toBe(`start\n${other}\nend`);
});
