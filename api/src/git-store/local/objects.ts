import { LRUCache } from 'lru-cache';
import { NotFound } from '../errors.ts';
import { isObjectId, objectIdOf, type GitObjectType } from '../git-object-id.ts';
import { createLooseObjects, type GitObject } from './loose-objects.ts';
import { createPackedObjects } from './packed-objects.ts';

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
  /** The body. Throws `NotFound` when there is no such object, or it is of another type. */
  read(sha: string, type: GitObjectType): Promise<Buffer>;
  /** Bytes of the body, read from its header where that can be. Throws `NotFound`. */
  size(sha: string): Promise<number>;
  /** Resolves when the object is on the disk. */
  write(object: NewObject): Promise<void>;
}

// Around two megabytes.
const KNOWN_SIZES = 8_000;

export const createObjects = (gitDir: string): Objects => {
  const loose = createLooseObjects(gitDir);
  const packed = createPackedObjects(gitDir);
  const sizes = new LRUCache<string, number>({ max: KNOWN_SIZES });

  const find = async (sha: string): Promise<GitObject> => {
    const object = isObjectId(sha) ? ((await loose.read(sha)) ?? (await packed.read(sha))) : null;
    if (!object) throw new NotFound(`There is no object ${sha}`);
    return object;
  };

  return {
    read: async (sha, type) => {
      const object = await find(sha);
      if (object.type !== type) throw new NotFound(`There is no ${type} ${sha}`);
      return object.body;
    },
    size: async (sha) => {
      const known = sizes.get(sha);
      if (known !== undefined) return known;
      const size = (await loose.size(sha)) ?? (await find(sha)).body.byteLength;
      sizes.set(sha, size);
      return size;
    },
    write: async ({ sha, type, body }) => {
      await loose.write(sha, type, body);
      // Nobody asks for that of trees and commits.
      if (type === 'blob') sizes.set(sha, body.byteLength);
    },
  };
};
