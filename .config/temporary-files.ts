/**
 * Lets tests write their files in memory where there is room: a local store flushes each file, for
 * which a disk takes milliseconds. Containers often have 64 MB.
 */
import { existsSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ROOM = 2 ** 30;

const roomIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

if (existsSync(MEMORY) && roomIn(MEMORY) >= ROOM) process.env['TMPDIR'] = MEMORY;
