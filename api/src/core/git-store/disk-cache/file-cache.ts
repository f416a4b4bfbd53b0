import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { createCache, createCacheRegistry } from '../../cache.ts';
import { mapYielding } from '../map-yielding.ts';
import { replaceFile } from '../files.ts';

interface Options {
  /** Created by the first write; its files may be deleted at any time. */
  readonly folder: string;
  /** Total size of all files; the least recently used are evicted first. */
  readonly maxBytes: number;
  /** Called once, when a file can't be written or deleted; nothing is written from then on. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** Files written at a time. */
const CONCURRENCY = 32;
const FOLDER_LENGTH = 2;
const NAME = /^[\w-][\w.-]+$/;

const CHECKSUM_BYTES = 32;
const checksum = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export type FileCache = ReturnType<typeof createFileCache>;

/**
 * A bounded cache of immutable files on the disk, which includes those of earlier processes. Names
 * consist of letters, digits, dots, dashes and underscores. Each file begins with a checksum,
 * because a crash may leave it incomplete.
 */
export const createFileCache = ({ folder, maxBytes, onFailure }: Options) => {
  const pathOf = (name: string) =>
    join(folder, name.slice(0, FOLDER_LENGTH), name.slice(FOLDER_LENGTH));
  let failed = false;
  const fail = (error: unknown): void => {
    if (!failed) onFailure?.(error);
    failed = true;
  };
  // Its files are a part of the cache in front of it, so it has no row of its own.
  const sizes = createCache<number>(createCacheRegistry(), {
    ...{ name: 'files', maxBytes, sizeOf: (size) => size },
    onEvict: (name) => void rm(pathOf(name), { force: true }).catch(fail),
  });
  const inTurn = pLimit(CONCURRENCY);
  const writing = new Map<string, Promise<void>>();

  /** The files of a folder, which takes a quarter of the processor time that promises would take. */
  const filesIn = (start: string) => {
    const below = join(folder, start);
    const names = statSync(below).isDirectory() ? readdirSync(below) : [];
    return names.flatMap((end) => {
      const file = NAME.test(start + end) && !end.endsWith('.tmp') && join(below, end);
      const facts = file ? statSync(file, { throwIfNoEntry: false }) : undefined;
      return facts ? [{ name: start + end, size: facts.size, mtimeMs: facts.mtimeMs }] : [];
    });
  };

  /** Indexes the files of earlier processes, oldest first. */
  const findAll = async (): Promise<void> => {
    const files = (await mapYielding(await readdir(folder), filesIn)).flat();
    files.sort((a, b) => a.mtimeMs - b.mtimeMs);
    for (const { name, size } of files) {
      if (!sizes.has(name)) sizes.set(name, Math.max(1, size));
    }
  };
  const indexed = findAll().catch(() => undefined);

  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    if (failed) return;
    const file = Buffer.concat([checksum(bytes), bytes]);
    await replaceFile(pathOf(name), file);
    sizes.set(name, file.byteLength);
  };

  return {
    /** Resolves to undefined for a file that is absent, damaged or can't be read. Never throws. */
    read: async (name: string): Promise<Uint8Array | undefined> => {
      await writing.get(name);
      const file = await readFile(pathOf(name)).catch(() => undefined);
      const bytes = file?.subarray(CHECKSUM_BYTES);
      if (!file || !bytes || !checksum(bytes).equals(file.subarray(0, CHECKSUM_BYTES))) {
        // Otherwise it would never be written again.
        sizes.delete(name);
        return undefined;
      }
      sizes.set(name, file.byteLength);
      return bytes;
    },
    /** Writes in the background; a failure is passed to `onFailure`. */
    write: (name: string, bytes: Uint8Array): void => {
      const isTooLarge = bytes.byteLength + CHECKSUM_BYTES > maxBytes;
      if (sizes.has(name) || writing.has(name) || isTooLarge) return;
      const written = inTurn(() => write(name, bytes))
        .catch(fail)
        .finally(() => writing.delete(name));
      writing.set(name, written);
    },
    /** Whether there is a file of this size, as far as is known without reading it. */
    has: (name: string, size: number): boolean => sizes.peek(name) === size + CHECKSUM_BYTES,
    /** Marks a file as used, so that others are evicted first. */
    touch: (name: string): void => void sizes.get(name),
    /** Resolves once the files of earlier processes are known, and those given to `write` written. */
    idle: async (): Promise<void> => {
      await Promise.all([indexed, ...writing.values()]);
    },
  };
};
