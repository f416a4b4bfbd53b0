import { diffLines, type LineChange } from './diff-lines.ts';

type Side = 'theirs' | 'mine';

/** Lines that both sides changed: the original and both versions. */
export interface Passage extends Readonly<Record<Side | 'base', string>> {
  /** The lines before and after it in the merged text; empty at the ends. */
  readonly before: string;
  readonly after: string;
}

/** Lines `from` to `to` of the base, and the offset of each side's lines there. */
interface Region {
  from: number;
  to: number;
  readonly changes: Record<Side, LineChange[]>;
}

/** Splits a text into lines. Adds a final line break, so that the last line is like the others. */
const linesOf = (text: string): string[] => `${text}\n`.match(/[^\n]*\n/g) ?? [];

/** Groups changes of both sides that overlap or are adjacent. */
const regionsOf = (theirs: readonly LineChange[], mine: readonly LineChange[]): Region[] => {
  const regions: Region[] = [];
  const all = [
    ...theirs.map((change) => ({ side: 'theirs' as const, change })),
    ...mine.map((change) => ({ side: 'mine' as const, change })),
  ].toSorted((one, other) => one.change.from - other.change.from);
  for (const { side, change } of all) {
    const { from, removed } = change;
    const last = regions.at(-1);
    if (last && from <= last.to) {
      last.changes[side].push(change);
      last.to = Math.max(last.to, from + removed);
    } else {
      const changes: Region['changes'] = { theirs: [], mine: [] };
      changes[side].push(change);
      regions.push({ from, to: from + removed, changes });
    }
  }
  return regions;
};

/** Returns a side's lines in a region: its own if it changed them, else those of the base. */
const textIn = (region: Region, side: Side, base: readonly string[], own: readonly string[]) => {
  const { from, to, changes } = region;
  const pieces: string[] = [];
  let position = from;
  for (const change of changes[side]) {
    pieces.push(...base.slice(position, change.from));
    pieces.push(...own.slice(change.to, change.to + change.added));
    position = change.from + change.removed;
  }
  return [...pieces, ...base.slice(position, to)].join('');
};

/**
 * Merges like `git merge-file`: different changes to the same or adjacent lines are a conflict.
 * Returns the passages in conflict, each with the merged text before it, and the text after the last.
 */
const merge = (base: string, theirs: string, mine: string) => {
  const [baseLines, theirLines, myLines] = [linesOf(base), linesOf(theirs), linesOf(mine)];
  const passages: Omit<Passage, 'after'>[] = [];
  let merged = '';
  let position = 0;
  for (const region of regionsOf(diffLines(baseLines, theirLines), diffLines(baseLines, myLines))) {
    merged += baseLines.slice(position, region.from).join('');
    position = region.to;
    const sides = {
      base: baseLines.slice(region.from, region.to).join(''),
      theirs: textIn(region, 'theirs', baseLines, theirLines),
      mine: textIn(region, 'mine', baseLines, myLines),
    };
    const { changes } = region;
    if (changes.theirs.length === 0 || sides.theirs === sides.mine) merged += sides.mine;
    else if (changes.mine.length === 0) merged += sides.theirs;
    else {
      passages.push({ ...sides, before: merged });
      merged = '';
    }
  }
  return { passages, rest: merged + baseLines.slice(position).join('') };
};

/**
 * Returns a text with the changes of both sides. Where they overlap, `prefer` is the side to use,
 * or the lines for each passage, which end with a line break.
 */
export const mergeLines = (
  base: string,
  theirs: string,
  mine: string,
  prefer: Side | readonly string[],
): string => {
  const { passages, rest } = merge(base, theirs, mine);
  const pieces = passages.map((passage, index) => {
    const own = typeof prefer === 'string' ? passage[prefer] : (prefer[index] ?? passage.mine);
    return passage.before + own;
  });
  // Remove the line break that `linesOf` has added.
  return [...pieces, rest].join('').replace(/\n$/, '');
};

/** Returns the passages that both sides changed, in order; every line ends with a line break. */
export const conflictingPassages = (base: string, theirs: string, mine: string): Passage[] => {
  const { passages, rest } = merge(base, theirs, mine);
  return passages.map((passage, index) => ({
    ...passage,
    after: passages[index + 1]?.before ?? rest,
  }));
};

/** Returns a text with the changes of both sides; undefined if they overlap. */
export const mergeTexts = (base: string, theirs: string, mine: string): string | undefined => {
  const { passages, rest } = merge(base, theirs, mine);
  return passages.length === 0 ? rest.replace(/\n$/, '') : undefined;
};
