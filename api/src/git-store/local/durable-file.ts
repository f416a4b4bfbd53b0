import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Creates a file that is on the disk, whole, when this resolves. Fails with EEXIST if it exists. */
export const createDurably = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * Puts a file in its place, with the directories above it, so that a crash leaves all of it or
 * nothing. What a crash leaves beside it is named `tmp_obj_*`: git ignores and prunes those.
 */
export const placeDurably = async (path: string, bytes: Uint8Array): Promise<void> => {
  const directory = dirname(path);
  const temporary = join(directory, `tmp_obj_${randomBytes(8).toString('hex')}`);
  await mkdir(directory, { recursive: true });
  try {
    await createDurably(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};
