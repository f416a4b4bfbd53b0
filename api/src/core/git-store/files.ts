import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DiskUnwritable, type StoreUnavailable } from './errors.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether a file system call failed because there is no such file, or can't be. */
const isFileMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error));

/** Whether the file system failed, rather than the reading of a file's content. */
export const isDiskFailure = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error;

const UNWRITABLE: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk of the content repository is full.',
  EDQUOT: 'The disk quota of the content repository is used up.',
  EROFS: 'The disk of the content repository is read-only.',
  EACCES: 'The server may not write to the content repository.',
  EPERM: 'The server may not write to the content repository.',
  EMFILE: 'The server has too many open files; its limit (ulimit -n) has to be raised.',
  ENFILE: 'The system has too many open files.',
};

/** Returns the message for an unusable file system; undefined for another failure. */
export const unwritableMessage = (error: unknown): string | undefined => UNWRITABLE[codeOf(error)];

export const toDiskUnwritable = (cause: unknown, prefix = ''): StoreUnavailable | undefined => {
  const reason = unwritableMessage(cause);
  return reason === undefined ? undefined : new DiskUnwritable(prefix + reason, { cause });
};

/** Resolves to the result of the call, or to null if the file does not exist. */
export const nullIfMissing = <Result>(call: Promise<Result>): Promise<Result | null> =>
  call.catch((error: unknown) => {
    if (isFileMissing(error)) return null;
    throw error;
  });

/** Resolves to whether the call has created a file; false if it is there already. */
export const isCreated = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call;
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
};

/** Reads a range of a file; fewer bytes if the file ends earlier. */
export const readRange = async (path: string, from: number, length: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

export const createFolder = async (path: string, mode?: number): Promise<void> => {
  try {
    await mkdir(path, { recursive: true, ...(mode !== undefined && { mode }) });
  } catch (error) {
    if (!isFileMissing(error)) throw error;
    let parent = dirname(path);
    while (!(await nullIfMissing(stat(parent))) && dirname(parent) !== parent)
      parent = dirname(parent);
    // Node 20 reports that a folder is missing if the disk is read-only; this throws the reason.
    await access(parent, constants.W_OK);
    throw error;
  }
};

/** Creates a file and flushes it to the disk. Fails with EEXIST if it exists. */
export const createFileAndSync = (path: string, bytes: Uint8Array): Promise<void> =>
  writeFile(path, bytes, { flag: 'wx', flush: true });

/** More than the number of garbage collections that can happen in a row. */
const ATTEMPTS = 5;

/** Retries, because a concurrent `git gc` removes empty directories. */
const createFileWithDirectories = async (path: string, bytes: Uint8Array): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await createFolder(dirname(path));
      await createFileAndSync(path, bytes);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isFileMissing(error)) throw error;
    }
  }
};

/**
 * Writes a file and the directories above it atomically: after a crash, the file is complete or
 * absent. A crash may leave a `tmp_obj_*` file in the same directory, which git ignores and prunes.
 */
export const writeFileAtomically = async (path: string, bytes: Uint8Array): Promise<void> => {
  const temporary = join(dirname(path), `tmp_obj_${randomBytes(8).toString('hex')}`);
  await renameOnce(createFileWithDirectories(temporary, bytes), temporary, path);
};

/** Removes the temporary file on a failure. */
const renameOnce = async (written: Promise<void>, temporary: string, path: string) => {
  try {
    await written;
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
};

/** Like `writeFileAtomically`, but a crash may leave a part of it, so readers must verify it. */
export const replaceFile = async (path: string, bytes: Uint8Array | string): Promise<void> => {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  await renameOnce(writeFile(temporary, bytes), temporary, path);
};
