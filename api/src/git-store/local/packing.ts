/**
 * Keeps a local repository small with `git gc --auto`, if the `git` program is installed: it packs
 * loose objects, about 12 KB per save. Git keeps unreachable objects for two weeks, so this and
 * other processes may read and write meanwhile.
 */
import { execFile } from 'node:child_process';
import type { GitStore } from '../git-store.ts';

/** `gc --auto` takes milliseconds when there is too little to pack. */
const COMMITS_BETWEEN_LOOKS = 50;

interface Options {
  readonly dir: string;
  readonly commitsBetweenLooks?: number;
  /** Called when a run ends, with its error or null. */
  readonly onEnd?: (error: Error | null) => void;
}

/** Returns a store that runs `git gc --auto` on its repository after every few commits. */
export const withPacking = (store: GitStore, options: Options): GitStore => {
  const { dir, commitsBetweenLooks = COMMITS_BETWEEN_LOOKS, onEnd } = options;
  let commits = 0;
  let isRunning = false;

  const pack = (): void => {
    isRunning = true;
    // Not detached: of several at a time, git would run one and fail the others.
    const args = ['-c', 'gc.autoDetach=false', '-C', dir, 'gc', '--auto', '--quiet'];
    const child = execFile('git', args, (error) => {
      isRunning = false;
      onEnd?.(error);
    });
    // Don't keep the server alive for it; git continues on its own.
    child.unref();
  };

  return {
    ...store,
    commit: async (request) => {
      const result = await store.commit(request);
      if (result.head !== result.parent) commits += 1;
      if (commits >= commitsBetweenLooks && !isRunning) {
        commits = 0;
        pack();
      }
      return result;
    },
  };
};
