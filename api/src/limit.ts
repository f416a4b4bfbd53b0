/** Runs a task when a slot is free, and settles like it. */
export interface Limit {
  <Result>(task: () => Promise<Result>): Promise<Result>;
  /** The number of waiting tasks. */
  waiting(): number;
}

/** Creates a limit of `most` concurrent tasks; others wait in order. */
export const createLimit = (most: number): Limit => {
  const queue: (() => void)[] = [];
  let running = 0;
  const begin = async (): Promise<void> => {
    if (running < most) running += 1;
    // The finished task hands over its slot.
    else await new Promise<void>((resolve) => queue.push(resolve));
  };
  const end = (): void => {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  };
  const run = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    await begin();
    try {
      return await task();
    } finally {
      end();
    }
  };
  return Object.assign(run, { waiting: () => queue.length });
};
