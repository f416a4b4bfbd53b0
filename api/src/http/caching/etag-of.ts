import { createHash } from 'node:crypto';

/** Characters of the digest: 162 bits. */
const LENGTH = 27;

/** A strong entity tag of an answer's bytes. */
export const etagOf = (body: Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, LENGTH)}"`;
