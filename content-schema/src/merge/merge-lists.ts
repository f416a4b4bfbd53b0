import { diffArrays } from 'diff';
import { inPath } from '../fields/fields.ts';
import { groupBy } from '../group-by.ts';
import { isSame } from '../plain-object.ts';
import { matchItems, nameOfEntry } from './match-items.ts';
import type { Decide, FieldConflict, Merged, Sides } from './conflict.ts';

type List = readonly unknown[];
type Side = 'theirs' | 'mine';
export type Lists = Readonly<Record<keyof Sides, List>>;

export type MergeField = (field: string, sides: Sides, decide: Decide) => Merged<unknown>;

/** One item and its index in each list that has it. */
type Item = Partial<Record<keyof Sides, number>>;

/** Whether all items are paths, such as former addresses: another one is no version of the first. */
const arePaths = (list: List): boolean =>
  list.every((item) => typeof item === 'string' && item.startsWith('/'));

const findItems = (lists: Lists): Item[] => {
  const { base, theirs, mine } = lists;
  const items: Item[] = base.map((_, index) => ({ base: index }));
  const added: Record<Side, number[]> = { theirs: [], mine: [] };
  for (const side of ['theirs', 'mine'] as const) {
    const upTo = arePaths(base) && arePaths(lists[side]) ? 'name' : 'similar';
    matchItems(base, lists[side], { upTo }).forEach((position, index) => {
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
  readonly stays: boolean;
}

const sidesOf = (lists: Lists, item: Item): Sides => {
  const valueOn = (side: keyof Sides): unknown => lists[side][item[side] ?? -1];
  return { base: valueOn('base'), theirs: valueOn('theirs'), mine: valueOn('mine') };
};

/** Merges one item. An item that one side removed and the other edited is a conflict. */
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
  if (item.theirs === undefined && item.mine === undefined) return deleted;
  const value = item.theirs === undefined ? mine : theirs;
  if (item.base === undefined) return { ...deleted, value, stays: true };
  if (isSame(base, value)) return deleted;
  const conflict = withName({ field, base, theirs: theirs ?? null, mine: mine ?? null });
  const decided = decide(conflict);
  return { item, value: decided, conflicts: [conflict], stays: decided !== null };
};

const longestIncreasing = (numbers: readonly number[]): number[] => {
  const sorted = numbers.toSorted((one, other) => one - other);
  return diffArrays(sorted, [...numbers]).flatMap(({ added, removed, value }) =>
    added || removed ? [] : value,
  );
};

/** Independent of the sides, so that both get the same order. */
const sortKey = (lists: Lists, item: Item): string => {
  const { theirs, mine } = sidesOf(lists, item);
  const values = [theirs, mine].filter((value) => value !== undefined);
  return [...values.map((value) => JSON.stringify(value)).toSorted(), item.base ?? ''].join('\n');
};

/** Joins two runs of items at the same place, each in its order; a common item occurs once. */
const mergeRuns = (lists: Lists, theirs: readonly Item[], mine: readonly Item[]): Item[] => {
  const keyOf = (run: readonly Item[]) => run.map((item) => sortKey(lists, item)).join('\n');
  const [first, second] = keyOf(theirs) <= keyOf(mine) ? [theirs, mine] : [mine, theirs];
  const joined = new Set<Item>();
  let position = 0;
  for (const item of first) {
    const index = second.indexOf(item);
    for (; position <= index; position += 1) {
      const other = second[position];
      if (other && !first.includes(other)) joined.add(other);
    }
    joined.add(item);
  }
  for (const item of second) joined.add(item);
  return [...joined];
};

/**
 * Orders the remaining items. Those that neither side moved keep their order; others follow their
 * predecessor on the side that added or moved them, the place nearer to the start if both did.
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

  const determinesPosition = (item: Item, side: Side): boolean => {
    if (isFixed(item)) return false;
    const other = side === 'theirs' ? 'mine' : 'theirs';
    if (item[other] === undefined) return true;
    if (!hasMoved(item, side)) return false;
    if (!hasMoved(item, other)) return true;
    return (gaps[side].get(item) ?? 0) <= (gaps[other].get(item) ?? 0);
  };
  const runsOf = (side: Side): Map<number, Item[]> =>
    groupBy(
      sequences[side].filter((item) => determinesPosition(item, side)),
      (item) => gaps[side].get(item) ?? 0,
    );
  const runs = { theirs: runsOf('theirs'), mine: runsOf('mine') };
  const runAt = (gap: number): Item[] =>
    mergeRuns(lists, runs.theirs.get(gap) ?? [], runs.mine.get(gap) ?? []);

  const fixed = sequences.mine.filter(isFixed);
  return [...runAt(0), ...fixed.flatMap((item, i) => [item, ...runAt(i + 1)])];
};

/** Returns every item of all lists in the merged order, removed ones after their predecessors. */
export const itemsInOrder = (lists: Lists): Item[] => orderItems(lists, findItems(lists));

/** Removes duplicates of equal items that both sides have, but not of undecided ones. */
const withoutDuplicates = (lists: Lists, outcomes: readonly Outcome[]): Outcome[] => {
  const sourceOf = (value: unknown): string => JSON.stringify(value);
  const copies = [lists.theirs, lists.mine].map((list) => groupBy(list, sourceOf));
  const seen = new Map<string, number>();
  return outcomes.filter(({ value, conflicts }) => {
    if (conflicts.length > 0) return true;
    const source = sourceOf(value);
    const times = (seen.get(source) ?? 0) + 1;
    seen.set(source, times);
    return times <= Math.max(1, ...copies.map((bySource) => bySource.get(source)?.length ?? 0));
  });
};

/**
 * Merges additions, removals, moves and edits item by item. In the paths of conflicts, indexes
 * include all items that are still undecided.
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
  // A decided item may be there already.
  const decided = outcomes.filter(({ stays }) => stays).map((each) => ({ ...each, conflicts: [] }));
  return {
    value: withoutDuplicates(lists, decided).map(({ value }) => value),
    conflicts: outcomes.flatMap(({ conflicts }) => conflicts),
  };
};
