import { diffArrays } from 'diff';
import { inPath } from '../fields/fields.ts';
import { isSame } from './is-same.ts';
import { matchItems, nameOfEntry } from './match-items.ts';
import type { Decide, FieldConflict, Merged, Sides } from './conflict.ts';

type List = readonly unknown[];
type Side = 'theirs' | 'mine';
export type Lists = Readonly<Record<keyof Sides, List>>;

/** Merges what is at `field`; see `mergeValues`. */
export type MergeField = (field: string, sides: Sides, decide: Decide) => Merged<unknown>;

/** One item and its index in each list that has it. */
type Item = Partial<Record<keyof Sides, number>>;

/** Returns every item of all lists, once. */
const findItems = ({ base, theirs, mine }: Lists): Item[] => {
  const items: Item[] = base.map((_, index) => ({ base: index }));
  const added: Record<Side, number[]> = { theirs: [], mine: [] };
  for (const [side, list] of [
    ['theirs', theirs],
    ['mine', mine],
  ] as const) {
    matchItems(base, list, { upTo: 'similar' }).forEach((position, index) => {
      const item = position === undefined ? undefined : items[position];
      if (item) item[side] = index;
      else added[side].push(index);
    });
  }
  const valuesOf = (list: List, indexes: readonly number[]) => indexes.map((index) => list[index]);
  const theirsOfMine = matchItems(valuesOf(theirs, added.theirs), valuesOf(mine, added.mine), {
    upTo: 'name',
  });
  const both = new Set(theirsOfMine);
  const mineAdded = added.mine.map((index, i): Item => {
    const position = theirsOfMine[i];
    const other = position === undefined ? undefined : added.theirs[position];
    return { mine: index, ...(other !== undefined && { theirs: other }) };
  });
  const theirsAdded = added.theirs.flatMap((index, i) => (both.has(i) ? [] : [{ theirs: index }]));
  return [...items, ...theirsAdded, ...mineAdded];
};

interface Outcome {
  readonly item: Item;
  readonly conflicts: readonly FieldConflict[];
  readonly value: unknown;
  /** False for an item that was removed. */
  readonly stays: boolean;
}

const sidesOf = ({ base, theirs, mine }: Lists, item: Item): Sides => ({
  base: item.base === undefined ? undefined : base[item.base],
  theirs: item.theirs === undefined ? undefined : theirs[item.theirs],
  mine: item.mine === undefined ? undefined : mine[item.mine],
});

/**
 * Merges one item. An item that one side removed is removed, unless the other side edited it: that
 * is a conflict, with `null` for the removal.
 */
const mergeItem = (
  lists: Lists,
  item: Item,
  field: string,
  decide: Decide,
  mergeField: MergeField,
): Outcome => {
  const sides = sidesOf(lists, item);
  const { base, theirs, mine } = sides;
  const name = nameOfEntry(base) ?? nameOfEntry(mine);
  const withName = (conflict: FieldConflict): FieldConflict =>
    name === undefined || conflict.entry !== undefined ? conflict : { ...conflict, entry: name };
  const deleted = { item, value: undefined, conflicts: [], stays: false };

  if (item.theirs !== undefined && item.mine !== undefined) {
    const merged = mergeField(field, sides, (conflict) => decide(withName(conflict)));
    return { item, ...merged, conflicts: merged.conflicts.map(withName), stays: true };
  }
  const present = item.theirs === undefined ? item.mine : item.theirs;
  if (present === undefined) return deleted;
  const value = item.theirs === undefined ? mine : theirs;
  if (item.base === undefined) return { ...deleted, value, stays: true };
  if (isSame(base, value)) return deleted;
  const conflict = withName({ field, base, theirs: theirs ?? null, mine: mine ?? null });
  const decided = decide(conflict);
  return { item, value: decided, conflicts: [conflict], stays: decided !== null };
};

/** Returns the longest increasing subsequence. */
const longestIncreasing = (numbers: readonly number[]): number[] => {
  const sorted = numbers.toSorted((one, other) => one - other);
  return diffArrays(sorted, [...numbers]).flatMap(({ added, removed, value }) =>
    added || removed ? [] : value,
  );
};

/** Independent of the sides, so that both get the same order. */
const sortKey = ({ theirs, mine }: Lists, item: Item): string => {
  const sources = [
    ...(item.theirs === undefined ? [] : [JSON.stringify(theirs[item.theirs])]),
    ...(item.mine === undefined ? [] : [JSON.stringify(mine[item.mine])]),
  ];
  return [...sources.toSorted(), item.base ?? ''].join('\n');
};

/** Joins two runs of items at the same place, each in its order; a common item occurs once. */
const mergeRuns = (lists: Lists, theirs: readonly Item[], mine: readonly Item[]): Item[] => {
  const keyOf = (run: readonly Item[]) => run.map((item) => sortKey(lists, item)).join('\n');
  const [first, second] = keyOf(theirs) <= keyOf(mine) ? [theirs, mine] : [mine, theirs];
  const joined = new Set<Item>();
  let position = 0;
  for (const item of first) {
    const place = second.indexOf(item);
    for (; position <= place; position += 1) {
      const other = second[position];
      if (other && !first.includes(other)) joined.add(other);
    }
    joined.add(item);
  }
  for (const item of second) joined.add(item);
  return [...joined];
};

/**
 * Returns the remaining items in order. Items that neither side moved keep their order; any other
 * item follows its predecessor on the side that added or moved it. An item that both sides moved
 * goes to the place nearer to the start.
 */
const orderItems = (lists: Lists, items: readonly Item[]): Item[] => {
  const sequenceOf = (side: Side): Item[] =>
    items
      .filter((item) => item[side] !== undefined)
      .toSorted((one, other) => (one[side] ?? 0) - (other[side] ?? 0));
  const sequences = { theirs: sequenceOf('theirs'), mine: sequenceOf('mine') };
  const unmovedOn = (side: Side): Set<number> =>
    new Set(longestIncreasing(sequences[side].flatMap(({ base }) => base ?? [])));
  const unmoved = { theirs: unmovedOn('theirs'), mine: unmovedOn('mine') };

  const hasMoved = (item: Item, side: Side): boolean =>
    item.base === undefined || !unmoved[side].has(item.base);
  const isFixed = (item: Item): boolean =>
    item.theirs !== undefined &&
    item.mine !== undefined &&
    !hasMoved(item, 'theirs') &&
    !hasMoved(item, 'mine');

  /** Counts the fixed items before each item of a side. */
  const gapsOf = (side: Side): Map<Item, number> => {
    let gap = 0;
    return new Map(
      sequences[side].map((item) => {
        if (isFixed(item)) gap += 1;
        return [item, gap];
      }),
    );
  };
  const gaps = { theirs: gapsOf('theirs'), mine: gapsOf('mine') };

  /** Whether this side determines the place of the item. */
  const determinesPlace = (item: Item, side: Side): boolean => {
    if (isFixed(item)) return false;
    const other = side === 'theirs' ? 'mine' : 'theirs';
    if (item[other] === undefined) return true;
    if (!hasMoved(item, side)) return false;
    if (!hasMoved(item, other)) return true;
    return (gaps[side].get(item) ?? 0) <= (gaps[other].get(item) ?? 0);
  };
  const runsOf = (side: Side): Map<number, Item[]> => {
    const runs = new Map<number, Item[]>();
    for (const [item, gap] of gaps[side]) {
      if (determinesPlace(item, side)) runs.set(gap, [...(runs.get(gap) ?? []), item]);
    }
    return runs;
  };
  const runs = { theirs: runsOf('theirs'), mine: runsOf('mine') };
  const runAt = (gap: number): Item[] =>
    mergeRuns(lists, runs.theirs.get(gap) ?? [], runs.mine.get(gap) ?? []);

  const fixed = sequences.mine.filter(isFixed);
  return [...runAt(0), ...fixed.flatMap((item, i) => [item, ...runAt(i + 1)])];
};

/** Removes duplicates of equal items that both sides added. */
const withoutDuplicates = (lists: Lists, outcomes: readonly Outcome[]): Outcome[] => {
  const count = (list: List): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const item of list) {
      const source = JSON.stringify(item);
      counts.set(source, (counts.get(source) ?? 0) + 1);
    }
    return counts;
  };
  const allowed = [count(lists.theirs), count(lists.mine)];
  const seen = new Map<string, number>();
  return outcomes.filter(({ value, conflicts }) => {
    if (conflicts.length > 0) return true;
    const source = JSON.stringify(value);
    const times = (seen.get(source) ?? 0) + 1;
    seen.set(source, times);
    return times <= Math.max(1, ...allowed.map((counts) => counts.get(source) ?? 0));
  });
};

/**
 * Merges lists of identifiable items: additions, removals, moves and edits of both sides are merged
 * item by item. In the paths of conflicts, indexes include all items that are still undecided.
 */
export const mergeLists = (
  field: string,
  lists: Lists,
  decide: Decide,
  mergeField: MergeField,
): Merged<unknown[]> => {
  const undecided = findItems(lists)
    .map((item) => mergeItem(lists, item, field, ({ mine, theirs }) => mine ?? theirs, mergeField))
    .filter(({ stays }) => stays);
  const outcomeOf = new Map(undecided.map((outcome) => [outcome.item, outcome]));
  const ordered = orderItems(
    lists,
    undecided.map(({ item }) => item),
  ).flatMap((item) => outcomeOf.get(item) ?? []);
  const outcomes = withoutDuplicates(lists, ordered).map((outcome, index) => {
    if (outcome.conflicts.length === 0) return outcome;
    return mergeItem(lists, outcome.item, inPath(field, index), decide, mergeField);
  });
  return {
    value: outcomes.filter(({ stays }) => stays).map(({ value }) => value),
    conflicts: outcomes.flatMap(({ conflicts }) => conflicts),
  };
};
