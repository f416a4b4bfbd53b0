/**
 * Keeps a local repository small with `git gc`, if the `git` program is installed: it packs loose
 * objects, 24 KB per save with 100 posts and 260 KB with 10,000. Git keeps unreachable objects for
 * two weeks, so this and other processes may read and write meanwhile.
 */
import { execFile } from 'node:child_process';
import { gitEnvironment } from '../git-environment.ts';
import type { GitStore } from '../git-store.ts';

/** `gc --auto` takes milliseconds when there is too little to pack. */
const COMMITS_BETWEEN_LOOKS = 50;

/** `gc --auto` counts loose objects, but a large site makes large ones. */
const LOOSE_MAX_KB = 64 * 1024;

interface Options {
  readonly dir: string;
  readonly commitsBetweenLooks?: number;
  readonly looseMaxKb?: number;
  /** Called when a run ends, with its error or null. */
  readonly onEnd?: (error: Error | null) => void;
}

/** Returns a store that runs `git gc --auto` on its repository after every few commits. */
export const withPacking = (store: GitStore, options: Options): GitStore => {
  const { dir, onEnd } = options;
  const { commitsBetweenLooks = COMMITS_BETWEEN_LOOKS, looseMaxKb = LOOSE_MAX_KB } = options;
  let commits = 0;
  let isRunning = false;

  const pack = (): void => {
    isRunning = true;
    const end = (error: Error | null): void => {
      isRunning = false;
      onEnd?.(error);
    };
    // Don't keep the server alive for git; it continues on its own.
    const env = gitEnvironment();
    execFile('git', ['-C', dir, 'count-objects', '-v'], { env }, (failure, counts) => {
      if (failure) {
        end(failure);
        return;
      }
      const looseKb = Number(/^size: (\d+)$/m.exec(counts)?.[1]);
      const auto = looseKb > looseMaxKb ? [] : ['--auto'];
      // Not detached: of several at a time, git would run one and fail the others.
      const args = ['-c', 'gc.autoDetach=false', '-C', dir, 'gc', ...auto, '--quiet'];
      execFile('git', args, { env }, end).unref();
    }).unref();
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
