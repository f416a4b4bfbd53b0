import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conflictingPassages, mergeTexts } from './merge-lines.ts';

/** Few different lines among blank ones, so that there are many ways to align the texts. */
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 5, arbitrary: fc.nat(12).map((number) => `- item ${number}`) },
  { weight: 2, arbitrary: fc.string({ maxLength: 3 }).map((text) => text.replace(/\W/g, '')) },
);

const edits = fc.array(
  fc.record({ at: fc.nat(60), remove: fc.nat(2), insert: fc.array(line, { maxLength: 2 }) }),
  { minLength: 1, maxLength: 3 },
);

const changed = (
  lines: readonly string[],
  changes: readonly { at: number; remove: number; insert: readonly string[] }[],
): string[] => {
  const result = [...lines];
  for (const { at, remove, insert } of changes) {
    result.splice(at % (result.length + 1), remove, ...insert);
  }
  return result;
};

const count = (lines: readonly string[], line: string): number =>
  lines.filter((one) => one === line).length;

test('a merge loses no line that a side added, and brings back none that a side removed', () => {
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
          const hasMoved =
            was > 0 && [...first, ...second].some(({ insert }) => insert.includes(text));
          const least = hasMoved ? Math.min(their, my) : Math.min(both, either);
          expect(count(lines, text)).toBeGreaterThanOrEqual(least);
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

/** One of the forms of a paragraph, each with a name that no other has. */
const paragraph = (name: string, form: number): string =>
  [name, `${name} one\n${name} two`, `- ${name} one\n- ${name} two`][form % 3] ?? name;

const KINDS = ['edit', 'replace', 'remove', 'insert'] as const;
type Kind = (typeof KINDS)[number];

/** Changes the paragraph `old`, or inserts one after it. */
const edited = (all: readonly string[], old: string, kind: Kind, text: string): string[] => {
  const index = all.indexOf(old);
  if (kind === 'edit') return all.with(index, `${old} ${text}`);
  if (kind === 'replace') return all.with(index, text);
  return kind === 'remove' ? all.toSpliced(index, 1) : all.toSpliced(index + 1, 0, text);
};

/** How texts are stored: with or without a final line break, and with those of Windows. */
const FORMATS: Readonly<Record<string, (all: readonly string[]) => string>> = {
  'a final line break': (all) => `${all.join('\n\n')}\n`,
  'no final line break': (all) => all.join('\n\n'),
  'line breaks of Windows': (all) => `${all.join('\n\n')}\n`.replaceAll('\n', '\r\n'),
  'line breaks of Windows but no final one': (all) => all.join('\n\n').replaceAll('\n', '\r\n'),
};

test.each(Object.entries(FORMATS))(
  'what both sides wrote stands once beside any other change: texts with %s',
  (_, format) => {
    const same = [['Same'], ['Same one\nSame two'], ['Same', 'And more'], ['## Same', '- a\n- b']];
    let [cases, notMerged] = [0, 0];
    const expectBoth = (base: string[], part: string[], whole: string[]): void => {
      const [was, some, all] = [format(base), format(part), format(whole)];
      cases += 2;
      if (mergeTexts(was, all, some) !== all) notMerged += 1;
      if (mergeTexts(was, some, all) !== all) notMerged += 1;
    };
    for (const count of [1, 2, 3, 4, 5]) {
      for (const form of [0, 1, 2]) {
        const base = Array.from({ length: count }, (_, i) => paragraph(`P${i}`, form + i));
        for (const inserted of same) {
          for (const at of Array.from({ length: count + 1 }, (_, i) => i)) {
            const part = base.toSpliced(at, 0, ...inserted);
            for (const old of base) {
              for (const kind of KINDS) {
                // With two paragraphs, one may as well have been moved as removed.
                if (count === 2 && kind === 'remove') continue;
                expectBoth(base, part, edited(part, old, kind, 'Other\nline'));
              }
            }
            for (const last of inserted)
              expectBoth(base, part, edited(part, last, 'insert', 'New'));
            expectBoth(base, part, ['New', ...part]);
          }
        }
        base.forEach((old, at) => {
          const without = edited(base, old, 'remove', '');
          // Another text beside a removed paragraph may be its edited version.
          const apart = base.filter((_, index) => Math.abs(index - at) > 1);
          for (const other of apart) {
            for (const kind of ['edit', 'replace', 'remove'] as const) {
              expectBoth(base, without, edited(without, other, kind, 'Other\nline'));
            }
          }
        });
      }
    }
    expect(cases).toBeGreaterThan(5000);
    expect(notMerged).toBe(0);
  },
);

/** Each side changes a paragraph; both also make the same change to another one, or not. */
const divergence = fc
  .record({
    forms: fc.array(fc.nat(2), { minLength: 7, maxLength: 9 }),
    isShared: fc.boolean(),
    at: fc.tuple(fc.nat(8), fc.nat(8), fc.nat(8)),
    kinds: fc.tuple(...[1, 2, 3].map(() => fc.constantFrom(...KINDS))),
    format: fc.constantFrom(...Object.values(FORMATS)),
  })
  .filter(({ forms, at }) => {
    const [one = 0, two = 0, three = 0] = at.toSorted((left, right) => left - right);
    return two - one > 1 && three - two > 1 && three < forms.length;
  })
  .map(({ forms, isShared, at, kinds, format }) => {
    const base = forms.map((form, i) => paragraph(`P${i}`, form));
    const edit = (all: readonly string[], side: number, text: string) =>
      edited(all, base[at[side] ?? 0] ?? '', kinds[side] ?? 'edit', text);
    const common = isShared ? edit(base, 2, 'Same') : base;
    const theirs = edit(common, 0, 'Their\nversion');
    const all = [base, theirs, edit(common, 1, 'My\nown'), edit(theirs, 1, 'My\nown')];
    return all.map(format);
  });

test('changes of different paragraphs merge, also beside one that both sides made', () => {
  fc.assert(
    fc.property(divergence, ([base = '', theirs = '', mine = '', both]) => {
      expect(mergeTexts(base, theirs, mine)).toBe(both);
    }),
    { numRuns: 300 },
  );
});

test('what is unclear remains a conflict, and a blank line alone counts as a change', () => {
  const conflicts: [base: string, theirs: string, mine: string][] = [
    // Edited here, removed there.
    ['A\n\nB\n\nC', 'A\n\nB edited\n\nC', 'A\n\nC'],
    // Split into two paragraphs by only one side.
    ['A\nB\nC', 'A\nB edited\nC', 'A\n\nB\nC'],
    // Different paragraphs in the same place.
    ['A\n\nB', 'A\n\nNew\n\nB', 'A\n\nOther\n\nB'],
    // The same paragraph, and both edited the one before it.
    ['A\n\nB', 'Same\n\nB', 'A\n\nSame\n\nB edited'],
  ];
  for (const [base, theirs, mine] of conflicts) {
    expect(mergeTexts(base, theirs, mine)).toBeUndefined();
    expect(mergeTexts(base, mine, theirs)).toBeUndefined();
    expect(conflictingPassages(base, theirs, mine)).toHaveLength(1);
  }
});
