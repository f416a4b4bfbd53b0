import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const isSame = (input: string, right: string): boolean => {
  const [a, b] = [Buffer.from(input), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The times are in milliseconds since 1970. */
interface Token {
  readonly expires: number;
  readonly made: number;
  readonly [name: string]: unknown;
}

/**
 * Creates HMAC-SHA256 signatures for one purpose, which are not valid for another one, with keys
 * derived from `secrets`: the first one signs, all verify.
 */
export const createSignatures = (secrets: readonly string[], purpose: string) => {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  const [signingKey] = keys;
  if (!signingKey) throw new Error('Signing needs a secret');
  const signWith = (key: Buffer, text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url');
  const sign = (text: string): string => signWith(signingKey, text);
  /** Whether the signature is valid, checked in constant time. */
  const verifies = (text: string, signature: string): boolean =>
    keys.some((key) => isSame(signature, signWith(key, text)));
  return {
    sign,
    verifies,
    /** Encodes data as a token for URLs, which is valid until `expires`. */
    seal: (data: object, expires: number): string => {
      const value: Token = { ...data, expires, made: Date.now() };
      const text = Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${text}.${sign(text)}`;
    },
    /** Decodes a token; undefined if any part of it was changed, or if it has expired. */
    open: (token: string) => {
      const [text = '', id = '', ...rest] = token.split('.');
      if (rest.length > 0 || !verifies(text, id)) return undefined;
      const value = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<Token>;
      const { expires = 0, made: begunAt = 0, ...data } = value;
      return expires > Date.now() ? { id, begunAt, expires, data } : undefined;
    },
  };
};
