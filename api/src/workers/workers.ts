import { availableParallelism } from 'node:os';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';
import type { WorkerTasks } from './worker.ts';

export type Workers = WorkerPool<WorkerTasks>;

/** Beside the built API lies the built worker. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? 'worker.ts' : 'worker.js', import.meta.url);

/** Any text of 300 KB is rendered in less. */
const TASK_MS = 5_000;
const MEMORY_MB = 256;

/** Threads for what would hold up all requests; one processor is left to these. */
export const createWorkers = (threads = Math.max(1, availableParallelism() - 1)): Workers =>
  createWorkerPool({ entry: ENTRY, threads, taskMs: TASK_MS, memoryMb: MEMORY_MB });
