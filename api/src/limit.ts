/** A client that waits for a task. */
export interface Waiter {
  /** The sender of the request; sources take turns. */
  readonly source: string;
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a task when a slot is free, and settles like it. Rejects without running it if its waiter
 * leaves before.
 */
export interface Limit {
  <Result>(task: () => Promise<Result>, waiter?: Waiter): Promise<Result>;
  /** The number of waiting tasks, of one source. */
  waiting(source?: string): number;
}

const ANYONE: Waiter = { source: '' };

/**
 * Creates a limit of `most` concurrent tasks. The others wait in order, and those of several sources
 * in turns: however many tasks a source has, another one waits for one of them at a time.
 */
export const createLimit = (most: number): Limit => {
  /** The functions that begin the waiting tasks, by source; that of the first one is next. */
  const queues = new Map<string, Set<() => void>>();
  let running = 0;

  const begin = async ({ source, signal }: Waiter): Promise<void> => {
    signal?.throwIfAborted();
    if (running < most) {
      running += 1;
      return;
    }
    const queue = queues.get(source) ?? new Set();
    queues.set(source, queue);
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        queue.delete(start);
        reject(signal?.reason as Error);
      };
      const start = (): void => {
        queue.delete(start);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      queue.add(start);
      signal?.addEventListener('abort', leave);
    });
  };

  /** Hands over the slot of a finished task, whose source goes behind all others. */
  const end = ({ source }: Waiter): void => {
    const own = queues.get(source) ?? new Set();
    queues.delete(source);
    queues.set(source, own);
    for (const [other, queue] of queues) {
      const [start] = queue;
      if (start) {
        start();
        return;
      }
      queues.delete(other);
    }
    running -= 1;
  };

  const run = async <Result>(task: () => Promise<Result>, waiter = ANYONE): Promise<Result> => {
    await begin(waiter);
    try {
      return await task();
    } finally {
      end(waiter);
    }
  };
  return Object.assign(run, {
    waiting: (source = ANYONE.source) => queues.get(source)?.size ?? 0,
  });
};
