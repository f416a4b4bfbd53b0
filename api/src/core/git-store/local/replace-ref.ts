/**
 * Moves a ref with git's own protocol: the process that creates `<ref>.lock` may rename it to the
 * ref, so of two writers, including the `git` program, one waits for the other. Our locks are hard
 * links to a claim, a file in a separate folder, so that the lock of a killed process of ours can
 * be recognised. A lock of another program is never removed.
 */

import { randomBytes } from 'node:crypto';
import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../errors.ts';
import { createFileAndSync, createFolder, isCreated, nullIfMissing } from '../files.ts';

/** A claim older than this belongs to a dead process: a live one holds it for milliseconds. */
const ABANDONED_AFTER_MS = 10_000;

const identityOf = async (path: string) => {
  const stats = await nullIfMissing(stat(path, { bigint: true }));
  return stats && { inode: stats.ino, age: Date.now() - Number(stats.mtimeMs) };
};

/**
 * Removes abandoned claims, and the lock if it is a hard link to one. Only the process that renames
 * the claim removes its lock, so of several processes exactly one does, and none a newer lock.
 */
const breakAbandonedLock = async (claims: string, lock: string): Promise<void> => {
  for (const name of await readdir(claims)) {
    const claim = join(claims, name);
    const claimed = await identityOf(claim);
    if (!claimed || claimed.age < ABANDONED_AFTER_MS) continue;
    const taken = join(claims, randomBytes(8).toString('hex'));
    const isOurs = await nullIfMissing(rename(claim, taken).then(() => true));
    if (!isOurs) continue;
    if ((await identityOf(lock))?.inode === claimed.inode) await rm(lock, { force: true });
    await rm(taken, { force: true });
  }
};

// Locks are held for milliseconds.
const TIMEOUT_MS = 1000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

const acquire = async (claim: string, lock: string): Promise<boolean> => {
  const deadline = performance.now() + TIMEOUT_MS;
  let pause = FIRST_PAUSE_MS;
  while (!(await isCreated(link(claim, lock)))) {
    if (performance.now() > deadline) return false;
    await breakAbandonedLock(dirname(claim), lock);
    await sleep(pause * (0.5 + Math.random()));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
  return true;
};

/**
 * Writes `value` into the ref unless `check`, which runs while the lock is held, throws. Throws
 * `StoreUnavailable` when another program holds the lock for too long.
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
  await createFolder(dirname(claim));
  await createFolder(dirname(lock));
  try {
    await createFileAndSync(claim, Buffer.from(`${value}\n`));
    if (!(await acquire(claim, lock))) {
      throw new StoreUnavailable(
        `Another program holds ${resolve(lock)}; if none runs, delete that file`,
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
