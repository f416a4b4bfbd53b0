import { Worker } from 'node:worker_threads';

/** A task that exceeded its limit of time or memory; its thread was terminated. */
export class TaskOutOfBounds extends Error {
  readonly code = 'TaskOutOfBounds';
}

/** The tasks of a worker: functions of one argument, by name. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>;

export interface TaskMessage {
  readonly name: string;
  readonly input: unknown;
}

/** A message from a worker thread: a task has begun, after loading its modules, or ended. */
export type TaskEvent =
  { readonly started: true } | { readonly output: unknown } | { readonly error: unknown };

interface Options {
  /** The module of the worker, which calls `serveTasks`. */
  readonly entry: URL;
  readonly threads: number;
  /** The time limit of a task; longer if the process gets less time on a busy machine. */
  readonly taskMs: number;
  readonly memoryMb: number;
}

interface Job {
  readonly message: TaskMessage;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const IDLE_MS = 30_000;

/** The most that the time limit is extended on a busy machine, as a factor. */
const EXTENSION_MAX = 10;

const processorMs = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

/** Starts a worker thread; worker threads don't inherit the TypeScript loader. */
const startWorker = (entry: URL, memoryMb: number): Worker =>
  new Worker(
    entry.pathname.endsWith('.ts') ? new URL('worker-from-sources.mjs', import.meta.url) : entry,
    { workerData: entry.href, resourceLimits: { maxOldGenerationSizeMb: memoryMb } },
  );

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Creates a pool that starts threads as needed, and replaces those that ended. */
export const createWorkerPool = <Known extends Tasks>(options: Options) => {
  const { entry, threads, taskMs, memoryMb } = options;
  const workers = new Set<Worker>();
  const idle: { readonly take: (job: Job) => void }[] = [];
  const queue: Job[] = [];

  const addThread = () => {
    const worker = startWorker(entry, memoryMb);
    let job: Job | undefined;
    let timer: NodeJS.Timeout | undefined;

    const end = (error: unknown): void => {
      clearTimeout(timer);
      job?.reject(error);
      job = undefined;
      const position = idle.indexOf(thread);
      if (position !== -1) idle.splice(position, 1);
      if (workers.delete(worker)) void worker.terminate();
      runQueued();
    };

    const limitTime = (start: number, usage: NodeJS.CpuUsage, ms = taskMs): void => {
      timer = setTimeout(() => {
        const left = taskMs - processorMs(usage);
        const isStarved = left > 0 && performance.now() - start < EXTENSION_MAX * taskMs;
        if (isStarved) limitTime(start, usage, left);
        else end(new TaskOutOfBounds(`It took longer than ${taskMs} ms`));
      }, ms);
    };

    const rest = (): void => {
      worker.unref();
      timer = setTimeout(() => end(undefined), IDLE_MS).unref();
      idle.push(thread);
      runQueued();
    };

    const thread = {
      take: (next: Job): void => {
        clearTimeout(timer);
        job = next;
        worker.ref();
        worker.postMessage(next.message);
      },
    };

    worker.on('message', (event: TaskEvent) => {
      if ('started' in event) {
        limitTime(performance.now(), process.cpuUsage());
        return;
      }
      clearTimeout(timer);
      if ('error' in event) job?.reject(event.error);
      else job?.resolve(event.output);
      job = undefined;
      rest();
    });
    worker.on('error', (error) => {
      end(isOutOfMemory(error) ? new TaskOutOfBounds(`It took over ${memoryMb} MB`) : error);
    });
    worker.on('exit', () => end(new Error('The worker thread has ended')));
    workers.add(worker);
    return thread;
  };

  const runQueued = (): void => {
    while (queue.length > 0 && (idle.length > 0 || workers.size < threads)) {
      const job = queue.shift();
      if (job) (idle.pop() ?? addThread()).take(job);
    }
  };

  return {
    threads,
    /** Runs a task. Rejects with a clone of the task's error, or with `TaskOutOfBounds`. */
    run: <Name extends keyof Known & string>(
      name: Name,
      input: Parameters<Known[Name]>[0],
    ): Promise<Awaited<ReturnType<Known[Name]>>> =>
      new Promise((resolve, reject) => {
        queue.push({
          message: { name, input },
          resolve: (output) => resolve(output as never),
          reject,
        });
        runQueued();
      }),
    close: async (): Promise<void> => {
      for (const { reject } of queue.splice(0)) reject(new Error('The server is ending'));
      await Promise.all(Array.from(workers, (worker) => worker.terminate()));
    },
  };
};
