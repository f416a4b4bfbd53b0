/** Runs a task once fewer than the most are under way, and gives its result or its error. */
export interface Limit {
  <Result>(task: () => Promise<Result>): Promise<Result>;
  /** How many tasks wait for their turn. */
  waiting(): number;
}

/** At most `most` tasks at a time; others wait in their order. */
export const createLimit = (most: number): Limit => {
  const queue: (() => void)[] = [];
  let running = 0;
  const begin = async (): Promise<void> => {
    if (running < most) running += 1;
    // The one that ends hands its place over.
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
