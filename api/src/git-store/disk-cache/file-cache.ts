import { LRUCache } from 'lru-cache';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrently } from '../map-concurrently.ts';
import { replaceFile } from './replace-file.ts';

interface Options {
  /** Created by the first write; its files may be deleted at any time. */
  readonly folder: string;
  /** Total size of all files; the least recently used are evicted first. */
  readonly maxBytes: number;
  /** Whether a file is complete; a damaged one is treated as absent. */
  readonly isIntact: (name: string, bytes: Uint8Array) => boolean;
  /** Called with the error when a file can't be deleted. */
  readonly onFailure: (error: unknown) => void;
}

/** A cache of immutable files. Names consist of letters, digits, dots and dashes. */
export interface FileCache {
  /** Resolves to undefined for a file that is absent or can't be read. Never throws. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Throws when the disk can't be written. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/** Files open at a time. */
const CONCURRENCY = 32;
const FOLDER_LENGTH = 2;
const NAME = /^[\w-][\w.-]+$/;

/** Creates a bounded cache on the disk, which includes the files of earlier processes. */
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

  /** Indexes the files of earlier processes, oldest first. */
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
