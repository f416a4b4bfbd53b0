import { createHash } from 'node:crypto';
import type { BlobSha, CommitSha } from './git-store.ts';

export type GitObjectType = 'blob' | 'tree' | 'commit';

/** The bytes git puts before an object's body, on disk and when it names the object. */
export const objectHeader = (type: GitObjectType, size: number): Buffer =>
  Buffer.from(`${type} ${size}\0`);

/** The name git gives to an object: 40 hexadecimal digits. */
export const objectIdOf = (type: GitObjectType, body: Uint8Array): string =>
  createHash('sha1').update(objectHeader(type, body.byteLength)).update(body).digest('hex');

const OBJECT_ID = /^[0-9a-f]{40}$/;

/** Whether the text has the form of an object id; the object need not exist. */
export const isObjectId = (text: string): boolean => OBJECT_ID.test(text);

/** Whether the value has the form of a commit id; the commit need not exist. */
export const isCommitSha = (value: unknown): value is CommitSha =>
  typeof value === 'string' && isObjectId(value);

/** Throws for text that has not the form of a commit id. */
export const toCommitSha = (text: string): CommitSha => {
  if (!isCommitSha(text)) throw new Error(`${JSON.stringify(text)} is not a commit id`);
  return text;
};

/** The name git gives to a file's bytes. */
export const blobShaOf = (bytes: Uint8Array): BlobSha => objectIdOf('blob', bytes) as BlobSha;
