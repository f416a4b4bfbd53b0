/**
 * Keeps a local repository small with git's own `gc --auto`, where the `git` program is there: loose
 * objects of 12 KB a save become packs. Git keeps what is unreachable for two weeks, so writers and
 * readers of this process and of others may go on meanwhile.
 */
import { execFile } from 'node:child_process';
import type { GitStore } from '../git-store.ts';

/** `gc --auto` takes milliseconds where there is not enough to do. */
const COMMITS_BETWEEN_LOOKS = 50;

interface Options {
  readonly dir: string;
  readonly commitsBetweenLooks?: number;
  /** Called when a run ends: with its error, or without one. */
  readonly onEnd?: (error: Error | null) => void;
}

/** The store, which has its repository packed from time to time after commits. */
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
    // It goes on by itself when the server ends.
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
