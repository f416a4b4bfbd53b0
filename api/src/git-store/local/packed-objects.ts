import fs from 'node:fs';
import { Errors, readObject } from 'isomorphic-git';
import type { GitObject } from './loose-objects.ts';

// isomorphic-git keeps the packs it opened and most of what it read from them in the cache that it
// is given, for ever: the cache is thrown away after this many bytes read.
const CACHE_BYTES = 32 * 1024 * 1024;

/** Times an object is looked for while packs may be replaced. */
const LOOKS = 3;

/**
 * Reads what `git gc` and larger pushes leave in packs. Packs that appear later are found.
 * It takes the bytes as they are: isomorphic-git's typed reads rewrite messages and refuse names.
 */
export const createPackedObjects = (gitDir: string) => {
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
      // A pack that is replaced while it is read looks absent or corrupt: git looks again, too.
      for (let look = 1; look < LOOKS; look += 1) {
        const found = await read(sha).catch(() => null);
        if (found) return found;
        forget();
      }
      return read(sha);
    },
  };
};
