import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAbsent } from './file-errors.ts';

/** A claim of this age belongs to a process that died: a live one needs it for milliseconds. */
const ABANDONED_AFTER_MS = 10_000;

const identityOf = async (path: string) => {
  const stats = await unlessAbsent(stat(path, { bigint: true }));
  return stats && { inode: stats.ino, age: Date.now() - Number(stats.mtimeMs) };
};

/**
 * Removes the lock if it is the hard link of an abandoned claim, and removes such claims. Whoever
 * renames the claim may remove its lock, so of several processes that find it only one does, and
 * none can take away a lock that was made since.
 */
export const breakAbandonedLock = async (claims: string, lock: string): Promise<void> => {
  for (const name of await readdir(claims)) {
    const claim = join(claims, name);
    const claimed = await identityOf(claim);
    if (!claimed || claimed.age < ABANDONED_AFTER_MS) continue;
    const taken = join(claims, randomBytes(8).toString('hex'));
    const isOurs = await unlessAbsent(rename(claim, taken).then(() => true));
    if (!isOurs) continue;
    if ((await identityOf(lock))?.inode === claimed.inode) await rm(lock, { force: true });
    await rm(taken, { force: true });
  }
};
