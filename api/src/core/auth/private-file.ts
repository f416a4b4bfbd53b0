import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isCreated, nullIfMissing } from '../git-store/files.ts';

/** A lock is held for milliseconds; an older one belongs to a dead process. */
const ABANDONED_AFTER_MS = 5_000;
const PAUSE_MS = 10;

/** Reads a file of the data folder; undefined if it does not exist. */
export const readPrivateFile = async (path: string): Promise<string | undefined> =>
  (await nullIfMissing(readFile(path, 'utf8'))) ?? undefined;

const lock = async (path: string): Promise<void> => {
  while (!(await isCreated(writeFile(path, '', { flag: 'wx', mode: 0o600 })))) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
    else await delay(PAUSE_MS * (0.5 + Math.random()));
  }
};

/** Replaces a text atomically; only its owner may read it. All processes take turns. */
export const changePrivateFile = async (
  path: string,
  edit: (text: string | undefined) => string,
): Promise<string> => {
  const draft = `${path}.new`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await lock(`${path}.lock`);
  try {
    const before = await readPrivateFile(path);
    const text = edit(before);
    if (text !== before) {
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, path);
    }
    return text;
  } finally {
    await rm(`${path}.lock`, { force: true });
  }
};
