import { inPath } from '../fields/fields.ts';
import { isPlainObject, isSame, ownValue, type PlainObject } from '../plain-object.ts';
import { nameOfEntry } from './match-items.ts';
import { itemsInOrder } from './merge-lists.ts';

export interface Difference {
  /**
   * The path from the value's root, e.g. `social.github`. Indexes in a list count the entries of
   * both values; removed ones follow their predecessors. A path that ends in an index is an entry
   * that only one value has; `order` within a list is that of its entries.
   */
  readonly field: string;
  readonly entry?: string;
  /** Undefined for what only the other value has. */
  readonly before: unknown;
  readonly after: unknown;
}

type Entries = readonly PlainObject[];

const areEntries = (value: unknown): value is Entries =>
  Array.isArray(value) && value.every(isPlainObject);

const compareObjects = (field: string, before: PlainObject, after: PlainObject): Difference[] =>
  [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((key) =>
    compare(inPath(field, key), ownValue(before, key), ownValue(after, key)),
  );

const compareLists = (field: string, before: Entries, after: Entries): Difference[] => {
  const items = itemsInOrder({ base: before, theirs: before, mine: after });
  const results = items.map(({ theirs: from, mine }, index) => {
    const [was, is] = [before[from ?? -1], after[mine ?? -1]];
    const name = nameOfEntry(is) ?? nameOfEntry(was);
    const differences = compare(inPath(field, index), was, is).map((difference) => ({
      ...(name !== undefined && { entry: name }),
      ...difference,
    }));
    return { from: from ?? -1, stays: is !== undefined && was !== undefined, name, differences };
  });
  const stayed = results.filter(({ stays }) => stays);
  const inOldOrder = stayed.toSorted((one, other) => one.from - other.from);
  const hasMoved = stayed.some((result, index) => result !== inOldOrder[index]);
  const namesOf = (list: typeof stayed) => list.map(({ name, from }) => name ?? String(from + 1));
  const order = {
    ...{ field: inPath(field, 'order'), before: namesOf(inOldOrder), after: namesOf(stayed) },
  };
  return [...(hasMoved ? [order] : []), ...results.flatMap(({ differences }) => differences)];
};

const compare = (field: string, before: unknown, after: unknown): Difference[] => {
  if (isSame(before, after)) return [];
  if (isPlainObject(before) && isPlainObject(after)) return compareObjects(field, before, after);
  if (areEntries(before) && areEntries(after)) return compareLists(field, before, after);
  return [{ field, before, after }];
};

/** Returns the fields in which two values differ, lists of objects entry by entry. */
export const differencesOf = (before: unknown, after: unknown): readonly Difference[] =>
  compare('', before, after);
