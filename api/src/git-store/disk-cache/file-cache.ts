import { LRUCache } from 'lru-cache';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrently } from '../map-concurrently.ts';
import { replaceFile } from './replace-file.ts';

interface Options {
  /** Made when it is first written to; what is in it may be deleted at any time. */
  readonly folder: string;
  /** Of all files together; the ones that were used least recently go first. */
  readonly maxBytes: number;
  /** Whether a file is whole: one that isn't counts as none. */
  readonly isIntact: (name: string, bytes: Uint8Array) => boolean;
  /** Called with what failed in deleting a file. */
  readonly onFailure: (error: unknown) => void;
}

/** Files that never change, by names of letters, digits, dots and dashes. */
export interface FileCache {
  /** Undefined for a file that is not there, or can't be read. Never throws. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Throws when the disk takes no more. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/** Files open at a time. */
const CONCURRENCY = 32;
const FOLDER_LENGTH = 2;
const NAME = /^[\w-][\w.-]+$/;

/** A bounded cache on the disk; it knows what an earlier process left there. */
export const createFileCache = (options: Options): FileCache => {
  const { folder, maxBytes, isIntact, onFailure } = options;
  const pathOf = (name: string) =>
    join(folder, name.slice(0, FOLDER_LENGTH), name.slice(FOLDER_LENGTH));
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => size + 1,
    dispose: (_size, name, reason) => {
      if (reason === 'evict') rm(pathOf(name), { force: true }).catch(onFailure);
    },
  });

  /** What an earlier process left, the oldest first. */
  const findAll = async (): Promise<void> => {
    const paths = await readdir(folder, { recursive: true });
    const names = paths
      .filter((path) => /[/\\]/.test(path) && !path.endsWith('.tmp'))
      .map((path) => path.replace(/[/\\]/, ''))
      .filter((name) => NAME.test(name));
    const found = await mapConcurrently(names, CONCURRENCY, async (name) => {
      const { size, mtimeMs } = await stat(pathOf(name));
      return { name, size, mtimeMs };
    });
    found.sort((a, b) => a.mtimeMs - b.mtimeMs);
    for (const { name, size } of found) if (!sizes.has(name)) sizes.set(name, size);
  };
  findAll().catch(() => undefined);

  return {
    read: async (name) => {
      const bytes = await readFile(pathOf(name)).catch(() => undefined);
      if (bytes === undefined || !isIntact(name, bytes)) return undefined;
      sizes.set(name, bytes.byteLength);
      return bytes;
    },
    write: async (name, bytes) => {
      if (sizes.has(name) || bytes.byteLength >= maxBytes) return;
      await replaceFile(pathOf(name), bytes);
      sizes.set(name, bytes.byteLength);
    },
  };
};
