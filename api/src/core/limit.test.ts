import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairLimit } from './limit.ts';

test('the number of running tasks is limited, each gets its own result, and a failure frees its slot', async () => {
  const limit = createFairLimit(2);
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
  const results = Promise.allSettled(
    [0, 1, 2, 3, 4].map((index) => limit(task(index), { source: 'a' })),
  );
  expect(limit.waiting('a')).toBe(3);
  expect(
    (await results).map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
  ).toEqual([0, 'failed', 2, 3, 4]);
  expect([most, limit.waiting('a')]).toEqual([2, 0]);
});

test('sources take turns, however many tasks they have', async () => {
  const limit = createFairLimit(1);
  const order: string[] = [];
  const add = (source: string) =>
    limit(
      async () => {
        await delay(1);
        order.push(source);
      },
      { source },
    );
  const first = Array.from({ length: 10 }, () => add('a'));
  const others = [add('b'), add('b'), add('c')];
  await Promise.all([...first, ...others]);
  expect(order.join('')).toBe('abcabaaaaaaaa');
});

test('a task whose waiter has left is not begun, and the next one is', async () => {
  const limit = createFairLimit(1);
  const begun: string[] = [];
  const add = (name: string, signal: AbortSignal) =>
    limit(
      async () => {
        begun.push(name);
        await delay(5);
      },
      { source: 'a', signal },
    );
  const left = new AbortController();
  const stays = new AbortController();
  const running = add('running', left.signal);
  const waiting = add('waiting', left.signal);
  const next = add('next', stays.signal);
  left.abort();
  await expect(waiting).rejects.toThrow('aborted');
  await expect(add('late', left.signal)).rejects.toThrow('aborted');
  await Promise.all([running, next]);
  expect(begun).toEqual(['running', 'next']);
  expect(limit.waiting('a')).toBe(0);
});
