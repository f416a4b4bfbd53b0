import type { Node } from 'jsonc-parser';
import { isJsonArray, isJsonObject, propertyOf, says, type JsonValue } from './syntax-tree.ts';

/** The share of its keys that an item must keep to be known again. */
const SIMILAR = 0.3;

/** True for what items may have in common without being the same. */
const isBlank = (value: JsonValue): boolean =>
  value === '' ||
  value === null ||
  typeof value === 'boolean' ||
  (isJsonArray(value) && value.length === 0);

/** The share of keys that still have the same, telling value. */
const similarity = (item: Node, value: JsonValue): number => {
  if (!isJsonObject(value)) return 0;
  const entries = Object.entries(value);
  const same = entries.filter(([key, wanted]) => {
    const property = propertyOf(item, key);
    return property !== undefined && !isBlank(wanted) && says(property.value, wanted);
  });
  return same.length / entries.length;
};

/** All pairs of an item and a value that are similar, the most similar and nearest first. */
const similarPairs = (items: readonly Node[], values: readonly JsonValue[]) =>
  items
    .flatMap((item, place) =>
      values.map((value, index) => ({
        item,
        index,
        score: similarity(item, value),
        distance: Math.abs(index - place),
      })),
    )
    .filter(({ score }) => score >= SIMILAR)
    .toSorted((one, other) => other.score - one.score || one.distance - other.distance);

/**
 * Finds for each of `values` the item that it was before: the one that says the same, else the most
 * similar one, else the one right after what its predecessor was. Undefined for a new value; no
 * item is found twice.
 */
export const matchItems = (
  items: readonly Node[],
  values: readonly JsonValue[],
): (Node | undefined)[] => {
  const found = new Map<number, Node>();
  const free = new Set(items);
  const match = (index: number, item: Node | undefined): void => {
    if (item && !found.has(index) && free.delete(item)) found.set(index, item);
  };
  const saysIt = (value: JsonValue) => (item: Node) => free.has(item) && says(item, value);
  const afterPredecessor = (index: number): Node | undefined => {
    const predecessor = found.get(index - 1);
    if (predecessor) return items[items.indexOf(predecessor) + 1];
    return index === 0 ? items[0] : undefined;
  };

  values.forEach((value, index) => match(index, items.slice(index, index + 1).find(saysIt(value))));
  values.forEach((value, index) => match(index, items.find(saysIt(value))));
  for (const { index, item } of similarPairs(items, values)) match(index, item);
  values.forEach((_, index) => match(index, afterPredecessor(index)));
  return values.map((_, index) => found.get(index));
};
