import { diffArrays } from 'diff';

/** Replaces `removed` lines from line `from` of the first text by `added` from line `to` of the second. */
export interface LineChange {
  readonly from: number;
  readonly removed: number;
  readonly to: number;
  readonly added: number;
}

/**
 * The time of a comparison grows with the square of the number of differing lines. Texts that differ
 * more count as replaced between their common start and end.
 */
const DIFFERENCES_MAX = 1000;

/** Returns the changes from `before` to `after`, in order; no two of them are adjacent. */
export const diffLines = (before: readonly string[], after: readonly string[]): LineChange[] => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;

  const [old, current] = [before, after].map((lines) => lines.slice(start, lines.length - tail));
  if (!old || !current || old.length + current.length === 0) return [];
  const parts = diffArrays(old, current, { maxEditLength: DIFFERENCES_MAX });
  if (!parts) return [{ from: start, removed: old.length, to: start, added: current.length }];

  const changes: LineChange[] = [];
  let [from, to] = [start, start];
  let [removed, added] = [0, 0];
  // The last change ends before a common part of no lines.
  for (const part of [...parts, { count: 0, removed: false, added: false }]) {
    if (part.removed) removed += part.count;
    else if (part.added) added += part.count;
    else {
      if (removed + added > 0) changes.push({ from, removed, to, added });
      from += removed + part.count;
      to += added + part.count;
      [removed, added] = [0, 0];
    }
  }
  return changes;
};
