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

test('a task that takes too long is terminated, and the next ones run', async () => {
  const pool = createPool();
  const spinning = pool.run('spin', undefined);
  const next = pool.run('double', 21);
  await expect(spinning).rejects.toThrow(new TaskOutOfBounds('It took longer than 300 ms'));
  expect(await next).toBe(42);
});

test('a task that takes too much memory is terminated, and the next ones run', async () => {
  const pool = createPool();
  const hoarding = pool.run('hoard', undefined);
  const next = pool.run('double', 21);
  await expect(hoarding).rejects.toThrow(TaskOutOfBounds);
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
