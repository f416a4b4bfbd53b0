import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time without yielding to other requests. */
const SLICE_MS = 20;

/** The turn of the one who waits longest; several in the same turn would add up. */
let last: Promise<unknown> = Promise.resolve();
const ownTurn = (): Promise<unknown> => (last = last.then(() => nextTurn()));

/** Like `items.map(map)`, but lets other requests and timers run every few milliseconds. */
export const mapYielding = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> => {
  const results: Result[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const [index, item] of items.entries()) {
    if (performance.now() > sliceEnd) {
      await ownTurn();
      sliceEnd = performance.now() + SLICE_MS;
    }
    results.push(map(item, index));
  }
  return results;
};
