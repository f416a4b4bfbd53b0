import { createHash } from 'node:crypto';
import type { BlobSha, CommitSha } from './git-store.ts';

export type GitObjectType = 'blob' | 'tree' | 'commit';

/** Returns the header that git puts before an object's body, on disk and when hashing it. */
export const objectHeader = (type: GitObjectType, size: number): Buffer =>
  Buffer.from(`${type} ${size}\0`);

/** Returns git's id of an object: 40 hexadecimal digits. */
export const objectIdOf = (type: GitObjectType, body: Uint8Array): string =>
  createHash('sha1').update(objectHeader(type, body.byteLength)).update(body).digest('hex');

const OBJECT_ID = /^[0-9a-f]{40}$/;

/** Whether the text has the form of an object id; the object need not exist. */
export const isObjectId = (text: string): boolean => OBJECT_ID.test(text);

/** Whether the value has the form of a commit id; the commit need not exist. */
export const isCommitSha = (value: unknown): value is CommitSha =>
  typeof value === 'string' && isObjectId(value);

/** Throws for text that doesn't have the form of a commit id. */
export const toCommitSha = (text: string): CommitSha => {
  if (!isCommitSha(text)) throw new Error(`${JSON.stringify(text)} is not a commit id`);
  return text;
};

export const blobShaOf = (bytes: Uint8Array): BlobSha => objectIdOf('blob', bytes) as BlobSha;
