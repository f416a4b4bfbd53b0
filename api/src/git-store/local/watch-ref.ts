import { watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { WatchOptions } from '../git-store.ts';

/** One move of a branch writes several files; a save of this process is served by then. */
const SETTLE_MS = 100;

/** Watches the two places of a ref: its own file, and `packed-refs`. */
export const watchRef = (
  gitDir: string,
  ref: string,
  { onChange, onFailure, signal }: WatchOptions,
): void => {
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!signal.aborted) onChange();
    }, SETTLE_MS).unref();
  };
  for (const path of [join(gitDir, ref), join(gitDir, 'packed-refs')]) {
    // The folder, since git replaces the file.
    try {
      watch(dirname(path), { persistent: false, signal }, (_, name) => {
        if (name === null || name === basename(path)) settle();
      }).on('error', onFailure);
    } catch (error) {
      onFailure(error);
    }
  }
};
