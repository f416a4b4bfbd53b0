/** The object database of a bare repository. */

import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, deflate, inflateSync, type ZlibOptions } from 'node:zlib';
import { createCache, createCacheRegistry } from '../../cache.ts';
import { GitStoreError, NotFound, UnreadableObject } from '../errors.ts';
import { isObjectId, objectHeader, objectIdOf, type GitObjectType } from '../git-object-id.ts';
import { START_BYTES } from '../git-store.ts';
import { isDiskFailure, nullIfMissing, readRange, writeFileAtomically } from '../files.ts';
import { createPacks, inflated, type GitObject, type ObjectStart } from './packs.ts';

const deflated = promisify<Uint8Array, ZlibOptions, Buffer>(deflate);

// Enough compressed bytes to hold any object's header, even behind a long Huffman table.
const HEAD_BYTES = 1024;

const HEADER = /^(blob|tree|commit|tag) (\d+)\0/;

const parseHeader = (sha: string, bytes: Buffer) => {
  const [header, type = '', size] = HEADER.exec(bytes.toString('latin1', 0, 32)) ?? [];
  if (header === undefined) throw new Error(`Object ${sha} is corrupt`);
  return { type, size: Number(size), length: header.length };
};

/** Compressed bytes per chunk; each chunk takes a turn of the event loop. */
const CHUNK_MIN = 1024;
const CHUNK_MAX = 1024 * 1024;

const chunkSizeOf = ({ byteLength }: Uint8Array): number =>
  Math.min(Math.max(CHUNK_MIN, byteLength), CHUNK_MAX);

const looseFile = (type: GitObjectType, body: Uint8Array): Promise<Buffer> => {
  const whole = Buffer.concat([objectHeader(type, body.byteLength), body]);
  return deflated(whole, { chunkSize: chunkSizeOf(whole) });
};

/** Reads and writes loose objects: one file each, as git first writes them. */
const createLooseObjects = (gitDir: string) => {
  const pathOf = (sha: string) => join(gitDir, 'objects', sha.slice(0, 2), sha.slice(2));

  return {
    /** The whole file; null when the object is not loose. */
    file: (sha: string): Promise<Buffer | null> => nullIfMissing(readFile(pathOf(sha))),

    read: async (sha: string): Promise<GitObject | null> => {
      const file = await nullIfMissing(readFile(pathOf(sha)));
      if (!file) return null;
      const bytes = await inflated(file);
      const { type, size, length } = parseHeader(sha, bytes);
      const body = bytes.subarray(length);
      if (body.length !== size) throw new Error(`Object ${sha} is corrupt`);
      return { type, body };
    },

    start: async (sha: string): Promise<ObjectStart | null> => {
      const head = await nullIfMissing(readRange(pathOf(sha), 0, HEAD_BYTES + START_BYTES));
      if (!head) return null;
      const options = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: HEAD_BYTES };
      const start = inflateSync(head, options);
      const { type, size, length } = parseHeader(sha, start);
      const body = start.subarray(length, length + START_BYTES);
      // A truncated file inflates without an error.
      if (body.length < Math.min(size, START_BYTES)) throw new Error(`Object ${sha} is corrupt`);
      return { type, size, body };
    },

    write: async (sha: string, type: GitObjectType, body: Uint8Array): Promise<void> => {
      const now = new Date();
      // Like git, update the timestamps of a reused object, because `git gc` prunes old unreachable
      // objects.
      const freshened = await nullIfMissing(utimes(pathOf(sha), now, now).then(() => true));
      if (freshened) return;
      await writeFileAtomically(pathOf(sha), await looseFile(type, body));
    },
  };
};

export const newObject = (type: GitObjectType, body: Uint8Array) => {
  const sha = objectIdOf(type, body);
  return { sha, type, body };
};

export type NewObject = Readonly<ReturnType<typeof newObject>>;

const CACHE_BYTES = 20 * 1024 * 1024;

/** A parsed tree takes five times as much memory. */
const TREE_FACTOR = 6;

export type Objects = ReturnType<typeof createObjects>;

/** The object database of a repository; caches trees, and what packs are read from. */
export const createObjects = (gitDir: string, caches = createCacheRegistry()) => {
  const cache = createCache<GitObject>(caches, {
    name: 'git-objects',
    maxBytes: CACHE_BYTES,
    sizeOf: ({ type, body }) => body.length * (type === 'tree' ? TREE_FACTOR : 1),
  });
  const loose = createLooseObjects(gitDir);
  const packs = createPacks(gitDir, cache);

  /**
   * Resolves to the first result of `look` among the loose objects and the packs. A disk failure is
   * rethrown; any other failure becomes `UnreadableObject`. Throws `NotFound`.
   */
  const find = async <Result extends GitObject>(
    sha: string,
    look: (source: typeof loose | typeof packs) => Promise<Result | null>,
    type?: GitObjectType,
  ): Promise<Result> => {
    let object: Result | null = null;
    try {
      if (isObjectId(sha)) object = (await look(loose)) ?? (await look(packs));
    } catch (error) {
      if (error instanceof GitStoreError || isDiskFailure(error)) throw error;
      throw new UnreadableObject(`The object ${sha} of the content repository is damaged`, {
        cause: error,
      });
    }
    if (object === null) throw new NotFound(`There is no object ${sha}`);
    if (type && object.type !== type) throw new NotFound(`There is no ${type} ${sha}`);
    return object;
  };

  const read = (sha: string, type: GitObjectType): Promise<GitObject> =>
    find(sha, (source) => source.read(sha), type);

  return {
    /** Resolves to the body. Throws `NotFound`, also for another type, and `UnreadableObject`. */
    read: async (sha: string, type: GitObjectType): Promise<Buffer> => {
      const object = type === 'tree' ? cache.load(sha, () => read(sha, type)) : read(sha, type);
      return (await object).body;
    },
    /** Resolves to the first `START_BYTES` of the body. Throws like `read`. */
    start: async (sha: string, type: GitObjectType): Promise<Buffer> =>
      (await find(sha, (source) => source.start(sha), type)).body,
    /** The body's size in bytes. Throws like `read`. */
    size: async (sha: string): Promise<number> =>
      (await find(sha, (source) => source.start(sha))).size,
    /**
     * The object in the form of a loose object's file, even if it is packed. Throws like `read`, and
     * `UnreadableObject` for a body that doesn't have this id.
     */
    file: async (sha: string): Promise<Buffer> => {
      const object = await find(sha, (source) => source.read(sha));
      const type = object.type as GitObjectType;
      if (objectIdOf(type, object.body) === sha)
        return (await loose.file(sha)) ?? looseFile(type, object.body);
      throw new UnreadableObject(`The object ${sha} of the content repository is damaged`);
    },
    /** Resolves when the object is on the disk. */
    write: async ({ sha, type, body }: NewObject): Promise<void> => {
      await loose.write(sha, type, body);
      // The next save changes the same directory.
      if (type === 'tree' && Buffer.isBuffer(body)) cache.set(sha, { type, body });
    },
  };
};
