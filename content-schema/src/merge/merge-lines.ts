import { diffLines, type LineChange } from './diff-lines.ts';

type Side = 'theirs' | 'mine';

/** Lines that both sides changed: the original and both versions. */
export interface Passage extends Readonly<Record<Side | 'base', string>> {
  /** The lines before and after it in the merged text; empty at the ends. */
  readonly before: string;
  readonly after: string;
}

/** A piece of the merged text, or the versions of lines that both sides changed. */
type TextBlock = { readonly merged: string } | Readonly<Record<Side | 'base', string>>;

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
 * Merges texts three ways, line by line, like `git merge-file`: different changes of both sides to
 * the same or adjacent lines are a conflict.
 */
const blocksOf = (base: string, theirs: string, mine: string): TextBlock[] => {
  const [baseLines, theirLines, myLines] = [linesOf(base), linesOf(theirs), linesOf(mine)];
  const regions = regionsOf(diffLines(baseLines, theirLines), diffLines(baseLines, myLines));
  const blocks: TextBlock[] = [];
  let position = 0;
  for (const region of regions) {
    blocks.push({ merged: baseLines.slice(position, region.from).join('') });
    const sides = {
      base: baseLines.slice(region.from, region.to).join(''),
      theirs: textIn(region, 'theirs', baseLines, theirLines),
      mine: textIn(region, 'mine', baseLines, myLines),
    };
    const { changes } = region;
    if (changes.theirs.length === 0 || sides.theirs === sides.mine) {
      blocks.push({ merged: sides.mine });
    } else {
      blocks.push(changes.mine.length === 0 ? { merged: sides.theirs } : sides);
    }
    position = region.to;
  }
  return [...blocks, { merged: baseLines.slice(position).join('') }];
};

const joined = (blocks: readonly TextBlock[], prefer: Side | readonly string[]): string => {
  let passage = 0;
  const pieces = blocks.map((block) => {
    if ('merged' in block) return block.merged;
    if (typeof prefer === 'string') return block[prefer];
    passage += 1;
    return prefer[passage - 1] ?? block.mine;
  });
  // Remove the line break that `linesOf` has added.
  return pieces.join('').replace(/\n$/, '');
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
): string => joined(blocksOf(base, theirs, mine), prefer);

const mergedAt = (blocks: readonly TextBlock[], index: number): string => {
  const block = blocks[index];
  return block && 'merged' in block ? block.merged : '';
};

/** Returns the passages that both sides changed, in order; every line ends with a line break. */
export const conflictingPassages = (base: string, theirs: string, mine: string): Passage[] => {
  const blocks = blocksOf(base, theirs, mine).reduce<TextBlock[]>((all, block) => {
    const last = all.at(-1);
    if (last && 'merged' in last && 'merged' in block) {
      return [...all.slice(0, -1), { merged: last.merged + block.merged }];
    }
    return [...all, block];
  }, []);
  return blocks.flatMap((block, index) =>
    'merged' in block
      ? []
      : [{ ...block, before: mergedAt(blocks, index - 1), after: mergedAt(blocks, index + 1) }],
  );
};

/** Returns a text with the changes of both sides; undefined if they overlap. */
export const mergeTexts = (base: string, theirs: string, mine: string): string | undefined => {
  const blocks = blocksOf(base, theirs, mine);
  return blocks.every((block) => 'merged' in block) ? joined(blocks, 'mine') : undefined;
};
