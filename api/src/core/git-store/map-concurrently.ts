/**
 * Maps at most `limit` items at a time; the results are in the order of the items. When an item
 * fails no further one starts, and its error is thrown once those in progress have ended.
 */
export const mapConcurrently = async <Item, Result>(
  items: readonly Item[],
  limit: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results = new Array<Result>(items.length);
  let failed = false;
  // Every worker takes its next item from this one iterator.
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await run(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(limit, items.length) }, work);
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return results;
};
