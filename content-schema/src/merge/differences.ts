import { inPath } from '../fields/fields.ts';
import {
  isPlainObject,
  isSame,
  ownValue,
  withoutUndefined,
  type PlainObject,
} from '../plain-object.ts';
import { nameOfEntry } from './match-items.ts';
import { itemsInOrder } from './merge-lists.ts';

/** A field in which two values differ. */
export interface Difference {
  /**
   * The path from the value's root, e.g. `social.github` or `2.role`. Indexes in a list count the
   * entries of both values: those that were removed follow their predecessors. A path that ends in
   * an index is an entry that only one value has; `order` within a list is that of its entries.
   */
  readonly field: string;
  /** The name of the list entry that contains the field, e.g. `Engineer, Acme`. */
  readonly entry?: string;
  /** Undefined for what only the other value has. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Whether to take the value before a difference instead of that after it. */
type TakesBefore = (difference: Difference) => boolean;

interface Compared {
  readonly value: unknown;
  readonly differences: readonly Difference[];
}

type Entries = readonly PlainObject[];

const areEntries = (value: unknown): value is Entries =>
  Array.isArray(value) && value.every(isPlainObject);

const compareObjects = (
  field: string,
  before: PlainObject,
  after: PlainObject,
  takesBefore: TakesBefore,
): Compared => {
  const results = [...new Set([...Object.keys(after), ...Object.keys(before)])].map((key) => {
    const [was, is] = [ownValue(before, key), ownValue(after, key)];
    return { key, ...compare(inPath(field, key), was, is, takesBefore) };
  });
  return {
    value: withoutUndefined(Object.fromEntries(results.map(({ key, value }) => [key, value]))),
    differences: results.flatMap(({ differences }) => differences),
  };
};

const compareLists = (
  field: string,
  before: Entries,
  after: Entries,
  takesBefore: TakesBefore,
): Compared => {
  const items = itemsInOrder({ base: before, theirs: before, mine: after });
  const results = items.map(({ theirs: place, mine }, index) => {
    const [was, is] = [before[place ?? -1], after[mine ?? -1]];
    const name = nameOfEntry(is) ?? nameOfEntry(was);
    const { value, differences } = compare(inPath(field, index), was, is, takesBefore);
    const named = differences.map((difference) => ({
      ...(name !== undefined && { entry: name }),
      ...difference,
    }));
    return { place, isIn: mine !== undefined, value, name, differences: named };
  });
  const old = results.filter(({ place }) => place !== undefined);
  const inOldOrder = old.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0));
  const [staysBefore, staysAfter] = [inOldOrder, old].map((list) =>
    list.filter(({ isIn }) => isIn),
  );
  const hasMoved = staysBefore?.some((result, index) => result !== staysAfter?.[index]);
  const namesOf = (list: typeof old = []) =>
    list.map(({ name, place = 0 }) => name ?? String(place + 1));
  const order = {
    ...{ field: inPath(field, 'order'), before: namesOf(staysBefore), after: namesOf(staysAfter) },
  };
  const placed =
    hasMoved && takesBefore(order)
      ? results.map((result) => (result.place === undefined ? result : inOldOrder.shift()))
      : results;
  return {
    value: placed.flatMap((result) => result?.value ?? []),
    differences: [...(hasMoved ? [order] : []), ...results.flatMap((result) => result.differences)],
  };
};

const compare = (
  field: string,
  before: unknown,
  after: unknown,
  takesBefore: TakesBefore,
): Compared => {
  if (isSame(before, after)) return { value: after, differences: [] };
  if (isPlainObject(before) && isPlainObject(after)) {
    return compareObjects(field, before, after, takesBefore);
  }
  if (areEntries(before) && areEntries(after)) {
    return compareLists(field, before, after, takesBefore);
  }
  const difference = { field, before, after };
  return { value: takesBefore(difference) ? before : after, differences: [difference] };
};

/** Returns the fields in which two values differ, lists of objects entry by entry. */
export const differencesOf = (before: unknown, after: unknown): readonly Difference[] =>
  compare('', before, after, () => false).differences;

/** Returns `after`, with some of its differences from `before` taken back. */
export const takeBack = (before: unknown, after: unknown, isTakenBack: TakesBefore): unknown =>
  compare('', before, after, isTakenBack).value;
