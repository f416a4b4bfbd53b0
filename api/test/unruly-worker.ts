/** A worker thread with tasks that exceed all limits. */
import type { PostDigest } from 'content-schema/markdown';
import { serveTasks } from '../src/core/workers/serve-tasks.ts';

const hoard = (): number => {
  const hoarded: number[][] = [];
  for (;;) hoarded.push(Array.from({ length: 1000 }, (_, index) => index));
};

const tasks = {
  double: () => Promise.resolve((input: number): number => 2 * input),
  fail: () =>
    Promise.resolve((message: string): never => {
      throw new RangeError(message);
    }),
  spin: () =>
    Promise.resolve((): never => {
      for (;;);
    }),
  hoard: () => Promise.resolve(hoard),
  /** Like the task of the server's worker, for texts that may never end. */
  digests: () =>
    Promise.resolve((texts: readonly string[]): PostDigest[] => {
      while (texts.includes('spin'));
      return texts.map((text) => ({ excerpt: `Excerpt of ${text}` }));
    }),
  exit: () => Promise.resolve((): never => process.exit(3)),
};

export type UnrulyTasks = {
  [Name in keyof typeof tasks]: Awaited<ReturnType<(typeof tasks)[Name]>>;
};

serveTasks(tasks);
