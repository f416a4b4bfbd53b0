/** Runs a task when all that were given before have ended, and gives its result or its error. */
export interface Mutex {
  <Result>(task: () => Promise<Result>): Promise<Result>;
  /** Resolves once no task is under way. */
  idle(): Promise<void>;
}

export const createMutex = (): Mutex => {
  let last: Promise<unknown> = Promise.resolve();
  const run = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
  const idle = async () => {
    await last;
  };
  return Object.assign(run, { idle });
};
