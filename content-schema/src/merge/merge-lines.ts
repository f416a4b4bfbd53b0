import { groupBy } from '../group-by.ts';
import { isSame } from '../plain-object.ts';
import { diffLines, isText, type LineChange } from './diff-lines.ts';

type Side = 'theirs' | 'mine';

/** Lines that both sides changed: the original and both versions. */
export interface Passage extends Readonly<Record<Side | 'base', string>> {
  /** The lines before and after it in the merged text; empty at the ends. */
  readonly before: string;
  readonly after: string;
}

type Lines = Readonly<Record<Side | 'base', readonly string[]>>;

/** Lines `from` to `to` of the base, and the changes of each side there. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly changes: Readonly<Record<Side, readonly LineChange[]>>;
}

/** Splits a text into lines. Adds a final line break, so that the last line is like the others. */
const linesOf = (text: string, lineBreak: string): string[] =>
  `${text}${lineBreak}`.match(/[^\n]*\n/g) ?? [];

/** Removes the line break that `linesOf` has added. Decided lines may end with another one. */
const withoutLastBreak = (text: string, lineBreak: string): string =>
  text.endsWith(lineBreak) ? text.slice(0, -lineBreak.length) : text.replace(/\n$/, '');

const addedLines = ({ to, added }: LineChange, own: readonly string[]): readonly string[] =>
  own.slice(to, to + added);

/** Joins each region with those after it that belong to it. */
const joinRegions = (
  regions: readonly Region[],
  belongs: (last: Region, next: Region) => boolean,
): Region[] => {
  const joined: Region[] = [];
  for (const next of regions) {
    const last = joined.at(-1);
    if (last && belongs(last, next)) {
      const theirs = [...last.changes.theirs, ...next.changes.theirs];
      const mine = [...last.changes.mine, ...next.changes.mine];
      const to = Math.max(last.to, next.to);
      joined[joined.length - 1] = { from: last.from, to, changes: { theirs, mine } };
    } else joined.push(next);
  }
  return joined;
};

/** Whether one of two lists is not empty and has no items but those of the other. */
const hasAllOrIsIn = (one: readonly string[], other: readonly string[]): boolean => {
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  return few.length > 0 && few.every((line) => many.includes(line));
};

/**
 * Groups changes that overlap or are adjacent, or add the same lines with only blank ones between:
 * where one side inserts a paragraph, the other may have replaced the one before by it.
 */
const regionsOf = (lines: Lines): Region[] => {
  const regionsOn = (side: Side): Region[] =>
    diffLines(lines.base, lines[side]).map((change) => ({
      from: change.from,
      to: change.from + change.removed,
      changes: { theirs: [], mine: [], [side]: [change] },
    }));
  const addedIn = ({ changes }: Region, side: Side): string[] =>
    changes[side].flatMap((change) => addedLines(change, lines[side])).filter(isText);
  const addSame = (last: Region, next: Region): boolean =>
    !lines.base.slice(last.to, next.from).some(isText) &&
    (hasAllOrIsIn(addedIn(last, 'theirs'), addedIn(next, 'mine')) ||
      hasAllOrIsIn(addedIn(last, 'mine'), addedIn(next, 'theirs')));
  const regions = [...regionsOn('theirs'), ...regionsOn('mine')].toSorted(
    (one, other) => one.from - other.from,
  );
  return joinRegions(
    joinRegions(regions, (last, next) => next.from <= last.to),
    addSame,
  );
};

/** Returns a side's lines in a region: its own if it changed them, else those of the base. */
const linesIn = (region: Region, side: Side, { base, [side]: own }: Lines): string[] => {
  const pieces: string[] = [];
  let position = region.from;
  for (const change of region.changes[side]) {
    pieces.push(...base.slice(position, change.from), ...addedLines(change, own));
    position = change.from + change.removed;
  }
  return [...pieces, ...base.slice(position, region.to)];
};

const sizeOf = (changes: readonly LineChange[]): number =>
  changes.reduce((sum, { removed, added }) => sum + removed + added, 0);

/**
 * Whether `whole` has the changes of `part`, ignoring blank lines. Not if it may have moved or
 * edited what `part` repeats or removes, or if `part` changed blank lines alone somewhere.
 */
const includes = (
  base: readonly string[],
  whole: readonly string[],
  part: readonly string[],
): boolean => {
  const [old, all, some] = [base, whole, part].map((lines) => lines.filter(isText));
  if (!old || !all || !some) return false;
  const counts = [old, some, all].map((lines) => groupBy(lines, (line) => line));
  const isBetween = (line: string): boolean => {
    const [was = 0, partly = 0, wholly = 0] = counts.map((byLine) => byLine.get(line)?.length ?? 0);
    return (partly - was) * (wholly - partly) >= 0;
  };
  // Also since it is quick, unlike a comparison.
  if (![...old, ...some, ...all].every(isBetween)) return false;
  const [changes, rest] = [diffLines(old, some), diffLines(some, all)];
  return (
    sizeOf(changes) + sizeOf(rest) === sizeOf(diffLines(old, all)) &&
    (changes.every(({ removed }) => removed === 0) || rest.every(({ added }) => added === 0)) &&
    diffLines(base, part).every((change) => {
      const removed = base.slice(change.from, change.from + change.removed);
      return [...removed, ...addedLines(change, part)].some(isText);
    })
  );
};

/** The side that has the changes of both; undefined if neither has, or each but for blank lines. */
const sideOfBoth = ({ base, theirs, mine }: Lines): Side | undefined => {
  if (isSame(theirs, mine) || isSame(base, theirs)) return 'mine';
  if (isSame(base, mine)) return 'theirs';
  const [inTheirs, inMine] = [includes(base, theirs, mine), includes(base, mine, theirs)];
  if (inTheirs === inMine) return undefined;
  return inTheirs ? 'theirs' : 'mine';
};

/**
 * Merges like `git merge-file`: different changes to the same or adjacent lines are a conflict,
 * unless one side has all of the other's. Returns the passages in conflict with the text before
 * each, and the `rest`.
 */
const merge = (base: string, theirs: string, mine: string) => {
  const lineBreak = /\r?\n/.exec(base + theirs + mine)?.[0] ?? '\n';
  const lines: Lines = {
    base: linesOf(base, lineBreak),
    theirs: linesOf(theirs, lineBreak),
    mine: linesOf(mine, lineBreak),
  };
  const passages: Omit<Passage, 'after'>[] = [];
  const side = sideOfBoth(lines);
  if (side) return { passages, rest: lines[side].join(''), lineBreak };
  let merged = '';
  let position = 0;
  for (const region of regionsOf(lines)) {
    merged += lines.base.slice(position, region.from).join('');
    position = region.to;
    const sides: Lines = {
      base: lines.base.slice(region.from, region.to),
      theirs: linesIn(region, 'theirs', lines),
      mine: linesIn(region, 'mine', lines),
    };
    const sideHere = sideOfBoth(sides);
    if (sideHere) merged += sides[sideHere].join('');
    else {
      passages.push({
        base: sides.base.join(''),
        theirs: sides.theirs.join(''),
        mine: sides.mine.join(''),
        before: merged,
      });
      merged = '';
    }
  }
  return { passages, rest: merged + lines.base.slice(position).join(''), lineBreak };
};

/**
 * Returns a text with the changes of both sides; overlaps are of the side `prefer`, or the
 * lines for each passage, which end with a line break.
 */
export const mergeLines = (
  base: string,
  theirs: string,
  mine: string,
  prefer: Side | readonly string[],
): string => {
  const { passages, rest, lineBreak } = merge(base, theirs, mine);
  const pieces = passages.map((passage, index) => {
    const own = typeof prefer === 'string' ? passage[prefer] : (prefer[index] ?? passage.mine);
    return passage.before + own;
  });
  return withoutLastBreak([...pieces, rest].join(''), lineBreak);
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
  const { passages, rest, lineBreak } = merge(base, theirs, mine);
  return passages.length === 0 ? withoutLastBreak(rest, lineBreak) : undefined;
};
