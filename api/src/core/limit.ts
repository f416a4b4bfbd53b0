import pLimit from 'p-limit';

export interface Waiter {
  /** The sender of the request; sources take turns. */
  readonly source: string;
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal;
}

/**
 * Creates a limit of `most` concurrent tasks. Those of several sources run in turns, unlike those
 * of `p-limit`: however many tasks a source has, another one waits for one of them at a time.
 */
export const createFairLimit = (most: number) => {
  const slots = pLimit(most);
  /** The waiting tasks by source; that of the first one is next. */
  const queues = new Map<string, Set<() => Promise<void>>>();

  const takeNext = (): (() => Promise<void>) | undefined => {
    for (const [source, queue] of queues) {
      const [next] = queue;
      if (next && queue.delete(next)) return next;
      queues.delete(source);
    }
    return undefined;
  };

  /** Settles like the task. Rejects without running it if its waiter leaves before. */
  const run = <Result>(task: () => Promise<Result>, { source, signal }: Waiter): Promise<Result> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const queue = queues.get(source) ?? new Set();
      queues.set(source, queue);
      const begin = async (): Promise<void> => {
        signal?.removeEventListener('abort', leave);
        await task().then(resolve, reject);
        // The source goes behind all others.
        const own = queues.get(source);
        if (own && queues.delete(source)) queues.set(source, own);
      };
      const leave = (): void => {
        queue.delete(begin);
        reject(signal?.reason as Error);
      };
      if (slots.activeCount < most) {
        void slots(begin);
        return;
      }
      queue.add(begin);
      signal?.addEventListener('abort', leave);
      void slots(() => takeNext()?.());
    });

  const waiting = (source: string): number => queues.get(source)?.size ?? 0;
  return Object.assign(run, { waiting });
};
