/** The object database of a bare repository: loose objects by our own code, packs by isomorphic-git. */

import { Errors, readObject } from 'isomorphic-git';
import fs from 'node:fs';
import { open, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, deflate, inflate, inflateSync } from 'node:zlib';
import { GitStoreError, NotFound, UnreadableObject } from '../errors.ts';
import { isObjectId, objectHeader, objectIdOf, type GitObjectType } from '../git-object-id.ts';
import { isDiskFailure, placeDurably, unlessAbsent } from './files.ts';

interface GitObject {
  readonly type: string;
  readonly body: Buffer;
}

const deflated = promisify<Uint8Array, Buffer>(deflate);
const inflated = promisify<Uint8Array, Buffer>(inflate);

// Enough compressed bytes to hold any object's header, even behind a long Huffman table.
const HEAD_BYTES = 1024;

const HEADER = /^(blob|tree|commit|tag) (\d+)\0/;

const parseHeader = (sha: string, bytes: Buffer) => {
  const [header, type = '', size] = HEADER.exec(bytes.toString('latin1', 0, 32)) ?? [];
  if (header === undefined) throw new Error(`Object ${sha} is corrupt`);
  return { type, size: Number(size), length: header.length };
};

const readStart = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/**
 * Objects in a file each, as git writes them first. isomorphic-git would write them in place, so
 * that a crash could leave half an object under its final name, and it reads a whole object to find
 * its size.
 */
const createLooseObjects = (gitDir: string) => {
  const pathOf = (sha: string) => join(gitDir, 'objects', sha.slice(0, 2), sha.slice(2));

  return {
    /** Null when the object is not loose. */
    read: async (sha: string): Promise<GitObject | null> => {
      const file = await unlessAbsent(readFile(pathOf(sha)));
      if (!file) return null;
      const bytes = await inflated(file);
      const { type, size, length } = parseHeader(sha, bytes);
      const body = bytes.subarray(length);
      if (body.length !== size) throw new Error(`Object ${sha} is corrupt`);
      return { type, body };
    },

    /** Bytes of the object's body; null when it is not loose. */
    size: async (sha: string): Promise<number | null> => {
      const start = await unlessAbsent(readStart(pathOf(sha)));
      if (!start) return null;
      const bytes = inflateSync(start, { finishFlush: constants.Z_SYNC_FLUSH });
      return parseHeader(sha, bytes).size;
    },

    write: async (sha: string, type: GitObjectType, body: Uint8Array): Promise<void> => {
      const now = new Date();
      // As git does: a concurrent `git gc` prunes old objects, so one that is reused must look new.
      const freshened = await unlessAbsent(utimes(pathOf(sha), now, now).then(() => true));
      if (freshened) return;
      const whole = Buffer.concat([objectHeader(type, body.byteLength), body]);
      await placeDurably(pathOf(sha), await deflated(whole));
    },
  };
};

// isomorphic-git never evicts from the cache it is given: the packs it opened and most of what it
// read from them. So the cache is replaced after this many bytes read.
const CACHE_BYTES = 32 * 1024 * 1024;

/** Attempts to find an object while packs may be replaced, and the milliseconds between them. */
const LOOKS = 5;
const LOOK_PAUSE_MS = 10;

/**
 * Reads what `git gc` and larger pushes leave in packs; packs that appear later are found. Reads raw
 * bytes, since isomorphic-git's typed reads rewrite commit messages and refuse unusual names.
 */
const createPackedObjects = (gitDir: string) => {
  let cache = {};
  let bytesRead = 0;

  const forget = () => {
    cache = {};
    bytesRead = 0;
  };

  const read = async (sha: string): Promise<GitObject | null> => {
    try {
      const found = await readObject({ fs, gitdir: gitDir, oid: sha, format: 'content', cache });
      if (found.format !== 'content') throw new Error(`Object ${sha} was not unpacked`);
      bytesRead += found.object.byteLength;
      return { type: found.type, body: Buffer.from(found.object) };
    } catch (error) {
      if (error instanceof Errors.NotFoundError) return null;
      throw error;
    }
  };

  return {
    /** Null when there is no such object. */
    read: async (sha: string): Promise<GitObject | null> => {
      if (bytesRead > CACHE_BYTES) forget();
      // A pack that is replaced while it is read looks absent or corrupt. Git looks again, too.
      for (let look = 1; look < LOOKS; look += 1) {
        const found = await read(sha).catch(() => null);
        if (found) return found;
        forget();
        await sleep(LOOK_PAUSE_MS * (look - 1));
      }
      return read(sha);
    },
  };
};

export interface NewObject {
  readonly sha: string;
  readonly type: GitObjectType;
  readonly body: Uint8Array;
}

export const newObject = (type: GitObjectType, body: Uint8Array): NewObject => ({
  sha: objectIdOf(type, body),
  type,
  body,
});

/** The object database of a repository. */
export interface Objects {
  /**
   * The body. Throws `NotFound` when there is no such object, or it is of another type, and
   * `UnreadableObject` when it is damaged.
   */
  read(sha: string, type: GitObjectType): Promise<Buffer>;
  /** Bytes of the body, read from its header where possible. Throws as `read`. */
  size(sha: string): Promise<number>;
  /** Resolves when the object is on the disk. */
  write(object: NewObject): Promise<void>;
}

export const createObjects = (gitDir: string): Objects => {
  const loose = createLooseObjects(gitDir);
  const packed = createPackedObjects(gitDir);

  /** Runs a read of one object. A failure of the disk concerns all of them, others only this one. */
  const reading = async <Result>(sha: string, read: () => Promise<Result>): Promise<Result> => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof GitStoreError || isDiskFailure(error)) throw error;
      throw new UnreadableObject(`The object ${sha} of the content repository is damaged`, {
        cause: error,
      });
    }
  };

  const find = async (sha: string): Promise<GitObject> => {
    const object = isObjectId(sha) ? ((await loose.read(sha)) ?? (await packed.read(sha))) : null;
    if (!object) throw new NotFound(`There is no object ${sha}`);
    return object;
  };

  return {
    read: async (sha, type) => {
      const object = await reading(sha, () => find(sha));
      if (object.type !== type) throw new NotFound(`There is no ${type} ${sha}`);
      return object.body;
    },
    size: (sha) =>
      reading(sha, async () => (await loose.size(sha)) ?? (await find(sha)).body.byteLength),
    write: ({ sha, type, body }) => loose.write(sha, type, body),
  };
};
