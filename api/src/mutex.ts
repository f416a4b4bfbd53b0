/** Runs a task after all earlier ones have ended, and settles like it. */
export interface Mutex {
  <Result>(task: () => Promise<Result>): Promise<Result>;
  /** Resolves once no task is running. */
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
