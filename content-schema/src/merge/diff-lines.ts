import { diffArrays } from 'diff';

/** Replaces `removed` lines from line `from` of the first text by `added` from line `to` of the second. */
export interface LineChange {
  readonly from: number;
  readonly removed: number;
  readonly to: number;
  readonly added: number;
}

/**
 * The time of a comparison grows with the square of the differences. Texts that differ more count
 * as replaced between their common start and end.
 */
const DIFFERENCES_MAX = 1000;

export const isText = (line: string): boolean => line.trim() !== '';

/** Returns the one change between the common start and end of two texts. */
const replacement = (before: readonly string[], after: readonly string[]): LineChange => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [removed, added] = [before.length - start - tail, after.length - start - tail];
  return { from: start, removed, to: start, added };
};

/**
 * Returns the changes in order; no two are adjacent. Each is as far down as it can be, as in git,
 * so that others don't move it: a new paragraph could begin with the blank line above as well as
 * end with the one below. Blank lines are compared last, since they are all alike.
 */
export const diffLines = (before: readonly string[], after: readonly string[]): LineChange[] => {
  const parts = diffArrays(before.filter(isText), after.filter(isText), {
    maxEditLength: DIFFERENCES_MAX,
  });
  if (!parts) return [replacement(before, after)];
  const common = parts.flatMap(({ added, removed, value }) => (added || removed ? [] : value));

  const changes: LineChange[] = [];
  let [from, to] = [0, 0];
  const match = (index: number, position: number): void => {
    const [removed, added] = [index - from, position - to];
    if (removed + added > 0) changes.push({ from, removed, to, added });
    [from, to] = [index + 1, position + 1];
  };
  for (const line of [...common, undefined]) {
    const next = line === undefined ? before.length : before.indexOf(line, from);
    const nextOfAdded = line === undefined ? after.length : after.indexOf(line, to);
    for (let index = from; index < next; index += 1) {
      const blank = before[index] ?? '';
      const position = isText(blank) ? -1 : after.indexOf(blank, to);
      if (position >= 0 && position < nextOfAdded) match(index, position);
    }
    match(next, nextOfAdded);
  }
  return changes;
};
