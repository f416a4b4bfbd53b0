import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLimit } from './limit.ts';

test('the number of running tasks is limited, each gets its own result, and a failure frees its slot', async () => {
  const limit = createLimit(2);
  let running = 0;
  let most = 0;
  const task = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await delay(5);
    running -= 1;
    if (index === 1) throw new Error('No');
    return index;
  };
  const results = Promise.allSettled([0, 1, 2, 3, 4].map((index) => limit(task(index))));
  expect(limit.waiting()).toBe(3);
  expect((await results).map((it) => (it.status === 'fulfilled' ? it.value : 'failed'))).toEqual([
    0,
    'failed',
    2,
    3,
    4,
  ]);
  expect([most, limit.waiting()]).toEqual([2, 0]);
});
