import { parentPort } from 'node:worker_threads';
import type { TaskEvent, TaskMessage, Tasks } from './worker-pool.ts';

/** Loads each task on first use, so that a thread only loads what it runs. */
type Loaders<Known extends Tasks> = { readonly [Name in keyof Known]: () => Promise<Known[Name]> };

export const serveTasks = <Known extends Tasks>(loaders: Loaders<Known>): void => {
  const send = (event: TaskEvent): void => parentPort?.postMessage(event);

  const run = async ({ name, input }: TaskMessage): Promise<TaskEvent> => {
    try {
      const task = await loaders[name]?.();
      if (!task) throw new Error(`There is no task ${name}`);
      send({ started: true });
      return { output: await task(input as never) };
    } catch (error) {
      return { error };
    }
  };

  parentPort?.on('message', (message: TaskMessage) => void run(message).then(send));
};
