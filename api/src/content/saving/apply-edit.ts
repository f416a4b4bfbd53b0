import { isSame } from 'content-schema/merge';
import { diffArrays } from 'diff';

/** A value as a client got it, and as it shall be. */
export interface Edit {
  readonly before: unknown;
  readonly after: unknown;
}

type Plain = Readonly<Record<string, unknown>>;
type List = readonly unknown[];

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const takeOverFields = (stored: Plain, before: Plain, after: Plain): Plain => {
  const unknown = Object.entries(stored).filter(([key]) => !(key in before) && !(key in after));
  const known = Object.entries(after).map(([key, value]): [string, unknown] => [
    key,
    applyEdit(stored[key], { before: before[key], after: value }),
  ]);
  return Object.fromEntries([...known.filter(([, value]) => value !== undefined), ...unknown]);
};

/** An item that takes the place of another is an edit of that. */
const takeOverItems = (stored: List, before: List, after: List): List => {
  const taken: unknown[] = [];
  let place = 0;
  let replaced = 0;
  for (const run of diffArrays([...before], [...after], { comparator: isSame })) {
    if (run.removed) {
      replaced = run.count;
    } else if (run.added) {
      const edited = run.value.map((item, i) =>
        i < replaced
          ? applyEdit(stored[place + i], { before: before[place + i], after: item })
          : item,
      );
      taken.push(...edited);
      place += replaced;
      replaced = 0;
    } else {
      place += replaced;
      taken.push(...stored.slice(place, place + run.count));
      place += run.count;
      replaced = 0;
    }
  }
  return taken;
};

/**
 * What is stored, after an edit of it. The client got it in another form, e.g. trimmed, completed
 * and without its unknown keys; what it did not edit stays as it is stored.
 */
export function applyEdit(stored: unknown, { before, after }: Edit): unknown {
  if (isSame(before, after)) return stored;
  if (isPlain(stored) && isPlain(before) && isPlain(after)) {
    return takeOverFields(stored, before, after);
  }
  const areLists = Array.isArray(stored) && Array.isArray(before) && Array.isArray(after);
  // Items that were left out in reading leave no way to tell which is which.
  return areLists && stored.length === before.length ? takeOverItems(stored, before, after) : after;
}
