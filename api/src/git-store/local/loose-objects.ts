/**
 * Objects in a file each, the way git writes them first. isomorphic-git would write them in place,
 * so a crash could leave half an object under its final name, and can't tell a size without
 * reading the whole.
 */

import { open, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, deflate, inflate, inflateSync } from 'node:zlib';
import { objectHeader, type GitObjectType } from '../git-object-id.ts';
import { placeDurably } from './durable-file.ts';
import { unlessAbsent } from './file-errors.ts';

export interface GitObject {
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

export const createLooseObjects = (gitDir: string) => {
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
      // As git does: an old object that is used again must look young to a `git gc` beside us.
      const freshened = await unlessAbsent(utimes(pathOf(sha), now, now).then(() => true));
      if (freshened) return;
      const whole = Buffer.concat([objectHeader(type, body.byteLength), body]);
      await placeDurably(pathOf(sha), await deflated(whole));
    },
  };
};
