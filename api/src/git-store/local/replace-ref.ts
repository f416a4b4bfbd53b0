/**
 * Git's own protocol for moving a ref: whoever creates `<ref>.lock` may replace the ref by it, so
 * of two writers, the `git` program among them, one waits for the other. Our locks are hard links
 * to a claim, a file that is ours by its place. So one that a killed process left behind can be
 * told from git's, which nobody but a person may remove.
 */

import { randomBytes } from 'node:crypto';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../errors.ts';
import { breakAbandonedLock } from './abandoned-lock.ts';
import { createDurably } from './durable-file.ts';
import { isPresent } from './file-errors.ts';

// Locks are held for milliseconds.
const PATIENCE_MS = 1000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

const tryLink = async (claim: string, lock: string): Promise<boolean> => {
  try {
    await link(claim, lock);
    return true;
  } catch (error) {
    if (isPresent(error)) return false;
    throw error;
  }
};

const acquire = async (claim: string, lock: string): Promise<boolean> => {
  const deadline = performance.now() + PATIENCE_MS;
  let pause = FIRST_PAUSE_MS;
  while (!(await tryLink(claim, lock))) {
    if (performance.now() > deadline) return false;
    await breakAbandonedLock(dirname(claim), lock);
    await sleep(pause * (0.5 + Math.random()));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
  return true;
};

/**
 * Writes `value` into the ref, unless `check`, which runs while nobody else can move it, throws.
 * Throws `StoreUnavailable` when the lock doesn't come free.
 */
export const replaceRef = async (
  gitDir: string,
  ref: string,
  value: string,
  check: () => Promise<void>,
): Promise<void> => {
  const file = join(gitDir, ref);
  const lock = `${file}.lock`;
  const claim = join(gitDir, 'lock-claims', randomBytes(8).toString('hex'));
  await mkdir(dirname(claim), { recursive: true });
  await mkdir(dirname(lock), { recursive: true });
  try {
    await createDurably(claim, Buffer.from(`${value}\n`));
    if (!(await acquire(claim, lock))) {
      throw new StoreUnavailable(
        `Another program holds ${ref}.lock; if none runs, delete that file`,
      );
    }
    try {
      await check();
      await rename(lock, file);
    } catch (error) {
      await rm(lock, { force: true });
      throw error;
    }
  } finally {
    await rm(claim, { force: true });
  }
};
