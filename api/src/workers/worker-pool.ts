import { Worker } from 'node:worker_threads';

/** A task that took more time or memory than it may; the thread that ran it has been ended. */
export class TaskOutOfBounds extends Error {
  readonly code = 'TaskOutOfBounds';
}

/** What a worker can do: functions of one argument, by their names. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>;

/** What a worker thread is sent. */
export interface TaskMessage {
  readonly name: string;
  readonly input: unknown;
}

/** What it sends back: when a task begins, its modules loaded, and when it ends. */
export type TaskEvent =
  { readonly began: true } | { readonly output: unknown } | { readonly error: unknown };

export interface WorkerPool<Known extends Tasks> {
  /** How many tasks run at a time; others wait in their order. */
  readonly threads: number;
  /**
   * Runs a task in a thread of its own. Rejects with what the task throws, as far as that can be
   * cloned, and with `TaskOutOfBounds`.
   */
  run<Name extends keyof Known & string>(
    name: Name,
    input: Parameters<Known[Name]>[0],
  ): Promise<Awaited<ReturnType<Known[Name]>>>;
  close(): Promise<void>;
}

interface Options {
  /** The module of the worker, which calls `serveTasks`. */
  readonly entry: URL;
  readonly threads: number;
  /**
   * How long a task may take from when it begins; longer on a machine so busy that the process got
   * less of its processors than that.
   */
  readonly taskMs: number;
  /** The heap of a thread. */
  readonly memoryMb: number;
}

interface Job {
  readonly message: TaskMessage;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads that had nothing to do for so long end. */
const IDLE_MS = 30_000;

/** On the busiest machine, a task gets so many times its time. */
const PATIENCE = 10;

/** Processor time of all threads since `start`. */
const processorMs = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

/** A worker thread has no TypeScript loader of its own; the built worker needs none. */
const startWorker = (entry: URL, memoryMb: number): Worker =>
  new Worker(
    entry.pathname.endsWith('.ts') ? new URL('worker-from-sources.mjs', import.meta.url) : entry,
    { workerData: entry.href, resourceLimits: { maxOldGenerationSizeMb: memoryMb } },
  );

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Threads that are started as they are needed, and started again after one was ended. */
export const createWorkerPool = <Known extends Tasks>(options: Options): WorkerPool<Known> => {
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
      const place = idle.indexOf(thread);
      if (place !== -1) idle.splice(place, 1);
      if (workers.delete(worker)) void worker.terminate();
      runQueued();
    };

    const limitTime = (start: number, usage: NodeJS.CpuUsage, ms = taskMs): void => {
      timer = setTimeout(() => {
        const left = taskMs - processorMs(usage);
        const isStarved = left > 0 && performance.now() - start < PATIENCE * taskMs;
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
      if ('began' in event) {
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
    run: (name, input) =>
      new Promise((resolve, reject) => {
        queue.push({
          message: { name, input },
          resolve: (output) => resolve(output as never),
          reject,
        });
        runQueued();
      }),
    close: async () => {
      for (const { reject } of queue.splice(0)) reject(new Error('The server is ending'));
      await Promise.all(Array.from(workers, (worker) => worker.terminate()));
    },
  };
};
