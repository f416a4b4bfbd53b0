import { parsePatch } from 'diff';
import { changesOf, type Change } from '../changes/changes.ts';

export interface DiffLine {
  readonly kind: Change['kind'];
  /** Those of another kind than `same` differ from the line's other version. */
  readonly pieces: readonly Change[];
  /** In the new version of the file; undefined for a removed line. */
  readonly number?: number;
}

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed' };

const plainLine = (line: string): DiffLine => ({
  kind: KINDS[line.charAt(0)] ?? 'same',
  pieces: [{ kind: 'same', text: line.slice(1) }],
});

const textOf = ({ pieces }: DiffLine): string => pieces.map(({ text }) => text).join('');

const comparePair = (removed: DiffLine, added: DiffLine): [DiffLine, DiffLine] => {
  const changes = changesOf(textOf(removed), textOf(added));
  if (!changes.some(({ kind, text }) => kind === 'same' && text.trim() !== '')) {
    return [removed, added];
  }
  const without = (other: Change['kind']) => changes.filter(({ kind }) => kind !== other);
  return [
    { ...removed, pieces: without('added') },
    { ...added, pieces: without('removed') },
  ];
};

/** Pairs removed lines with the added lines that follow, if there are as many. */
const compareRuns = (lines: readonly DiffLine[]): DiffLine[] => {
  const compared = [...lines];
  let start = 0;
  while (start < compared.length) {
    const kindAt = (index: number) => compared[index]?.kind;
    let middle = start;
    while (kindAt(middle) === 'removed') middle += 1;
    let end = middle;
    while (kindAt(end) === 'added') end += 1;
    const count = middle - start;
    if (count > 0 && end - middle === count) {
      for (let i = start; i < middle; i += 1) {
        const [removed, added] = [compared[i], compared[i + count]];
        if (removed && added) [compared[i], compared[i + count]] = comparePair(removed, added);
      }
    }
    start = Math.max(end, start + 1);
  }
  return compared;
};

const numbered = (start: number, lines: readonly DiffLine[]): readonly DiffLine[] => {
  let next = start;
  return lines.map((line) => (line.kind === 'removed' ? line : { ...line, number: next++ }));
};

const NO_LINE = '\\';

/** The hunks of a unified diff, with the changed words within lines marked. */
export const diffHunks = (diff: string) =>
  parsePatch(diff).flatMap(({ hunks }) =>
    hunks.map(({ newStart, lines }) => ({
      /** The number of the first line in the new version of the file. */
      start: newStart,
      lines: numbered(
        newStart,
        compareRuns(lines.filter((line) => !line.startsWith(NO_LINE)).map(plainLine)),
      ),
    })),
  );
