import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mapConcurrently } from './map-concurrently.ts';

describe('mapping concurrently', () => {
  it('keeps the order of the items, and the limit', async () => {
    let underWay = 0;
    let most = 0;
    const results = await mapConcurrently([5, 1, 3, 0, 2], 2, async (item) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(item);
      underWay -= 1;
      return item * 2;
    });
    expect(results).toEqual([10, 2, 6, 0, 4]);
    expect(most).toBe(2);
    expect(await mapConcurrently([], 2, () => Promise.resolve(1))).toEqual([]);
  });

  it('starts no item after a failure, and throws it once all running items have ended', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const mapped = mapConcurrently([1, 2, 3, 4], 2, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('The first fails');
      await sleep(20);
      ended.push(item);
    });
    await expect(mapped).rejects.toThrow('The first fails');
    expect(begun).toEqual([1, 2]);
    expect(ended).toEqual([2]);
  });
});
