import { createHash } from 'node:crypto';
import type { BlobSha } from './git-store.ts';

export type GitObjectType = 'blob' | 'tree' | 'commit';

/** The bytes git puts before an object's body, on disk and when it names the object. */
export const objectHeader = (type: GitObjectType, size: number): Buffer =>
  Buffer.from(`${type} ${size}\0`);

/** The name git gives to an object: 40 hexadecimal digits. */
export const objectIdOf = (type: GitObjectType, body: Uint8Array): string =>
  createHash('sha1').update(objectHeader(type, body.byteLength)).update(body).digest('hex');

/** The name git gives to a file's bytes. */
export const blobShaOf = (bytes: Uint8Array): BlobSha => objectIdOf('blob', bytes) as BlobSha;
