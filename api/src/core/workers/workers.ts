import { availableParallelism } from 'node:os';
import { createWorkerPool } from './worker-pool.ts';
import type { WorkerTasks } from '../../worker.ts';

/** The built worker is beside the built API. */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? '../../worker.ts' : 'worker.js',
  import.meta.url,
);

export type Workers = ReturnType<typeof createWorkers>;

const TASK_MS = 2_000;
const MEMORY_MB = 256;

/** Threads for tasks that would block requests; by default leaves these a processor. */
export const createWorkers = ({
  threads = Math.max(1, availableParallelism() - 1),
  taskMs = TASK_MS,
} = {}) => createWorkerPool<WorkerTasks>({ entry: ENTRY, threads, taskMs, memoryMb: MEMORY_MB });
