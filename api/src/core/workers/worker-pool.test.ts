import { expect, onTestFinished, test } from 'vitest';
import type { UnrulyTasks } from '../../../test/unruly-worker.ts';
import { createWorkerPool, TaskOutOfBounds } from './worker-pool.ts';

const ENTRY = new URL('../../../test/unruly-worker.ts', import.meta.url);

const createPool = (threads = 1) => {
  const pool = createWorkerPool<UnrulyTasks>({ entry: ENTRY, threads, taskMs: 300, memoryMb: 40 });
  onTestFinished(() => pool.close());
  return pool;
};

test('each task gets its own result or error', async () => {
  const pool = createPool(2);
  const doubled = Array.from({ length: 20 }, (_, index) => pool.run('double', index));
  await expect(pool.run('fail', 'No')).rejects.toThrow(new RangeError('No'));
  expect(await Promise.all(doubled)).toEqual(Array.from({ length: 20 }, (_, index) => 2 * index));
});

test.each([
  ['long', 'spin', new TaskOutOfBounds('It took longer than 300 ms')],
  ['much memory', 'hoard', TaskOutOfBounds],
] as const)('a task that takes too %s is terminated, and the next ones run', async (...row) => {
  const [, task, error] = row;
  const pool = createPool();
  const unruly = pool.run(task, undefined);
  const next = pool.run('double', 21);
  await expect(unruly).rejects.toThrow(error);
  expect(await next).toBe(42);
});

test('a thread that exits is replaced', async () => {
  const pool = createPool();
  await expect(pool.run('exit', undefined)).rejects.toThrow('has ended');
  expect(await pool.run('double', 4)).toBe(8);
});

test('waiting tasks are rejected when the pool is closed', async () => {
  const pool = createPool();
  const running = pool.run('spin', undefined);
  const waiting = pool.run('double', 1);
  const rejected = Promise.allSettled([running, waiting]);
  await pool.close();
  expect((await rejected).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
