import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs texts for one purpose; a signature is not valid for another one. */
export interface Signatures {
  sign(text: string): string;
  /** Whether the signature is valid, checked in constant time. */
  verifies(text: string, signature: string): boolean;
}

const isSame = (given: string, right: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Creates HMAC-SHA256 signatures with keys derived from `secrets`: the first one signs, all verify.
 */
export const createSignatures = (secrets: readonly string[], purpose: string): Signatures => {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  const [signingKey] = keys;
  if (!signingKey) throw new Error('Signing needs a secret');
  const signWith = (key: Buffer, text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign: (text) => signWith(signingKey, text),
    verifies: (text, signature) => keys.some((key) => isSame(signature, signWith(key, text))),
  };
};
