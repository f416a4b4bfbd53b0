import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long others wait at most for a slice of the work. */
const SLICE_MS = 20;

/** `items.map(map)`, during which requests and timers have their turn every few milliseconds. */
export const mapYielding = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> => {
  const results: Result[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() > sliceEnd) {
      await nextTurn();
      sliceEnd = performance.now() + SLICE_MS;
    }
    results.push(map(item));
  }
  return results;
};
