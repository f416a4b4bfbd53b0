import { createPatch, OMIT_HEADERS } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffHunks, type DiffLine } from './diff-lines.ts';

const hunksOf = (before: string, after: string) =>
  diffHunks(createPatch('', before, after, '', '', { headerOptions: OMIT_HEADERS, context: 3 }));

const marked = ({ kind, pieces }: DiffLine): string =>
  `${kind}: ${pieces.map((piece) => (piece.kind === 'same' ? piece.text : `[${piece.text}]`)).join('')}`;

it('marks the words that changed within a line', () => {
  const [hunk] = hunksOf('One\nThe low tide\nThree\n', 'One\nThe high tide\nThree\n');
  expect(hunk?.start).toBe(1);
  expect(hunk?.lines.map(marked)).toEqual([
    'same: One',
    'removed: The [low] tide',
    'added: The [high] tide',
    'same: Three',
  ]);
});

it('does not pair lines when some were only added', () => {
  const [hunk] = hunksOf('The low tide\n', 'The high tide\nand more\n');
  expect(hunk?.lines.map(marked)).toEqual([
    'removed: The low tide',
    'added: The high tide',
    'added: and more',
  ]);
});

it('ignores a missing line break at the end', () => {
  const lines = hunksOf('One\n', 'One').flatMap((hunk) => hunk.lines.map(marked));
  expect(lines).toEqual(['removed: One', 'added: One']);
});

it('keeps all text of both sides', () => {
  const text = fc
    .array(fc.constantFrom('a b', 'a c', '', '- x', '+ y', '@@ z', 'tide'), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffHunks(
        createPatch('', before, after, '', '', { headerOptions: OMIT_HEADERS, context: 100 }),
      ).flatMap((hunk) => hunk.lines);
      const side = (kind: DiffLine['kind']) =>
        lines
          .filter((line) => line.kind === 'same' || line.kind === kind)
          .map(({ pieces }) => `${pieces.map((piece) => piece.text).join('')}\n`)
          .join('');
      if (before === after) return;
      expect(side('removed')).toBe(before);
      expect(side('added')).toBe(after);
    }),
  );
});
