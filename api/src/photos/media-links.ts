import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Links to photos that anybody may open for a while, without a session. */
export interface MediaLinks {
  /** A link to the file at `key`, the same all through a window of time. */
  link(key: string): MediaLink;
  /** Whether `link` made this for `key`, and its time has not passed. */
  allows(key: string, expires: string, signature: string): boolean;
}

interface MediaLink {
  /** Relative to the site's origin. */
  readonly url: string;
  /** How long `link` gives this same link. */
  readonly stableSeconds: number;
}

const WINDOW_SECONDS = 6 * 60 * 60;
const SECONDS_SINCE_1970 = /^\d{1,12}$/;

const deriveKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'media links', 32));

const sign = (secret: Buffer, key: string, expires: string): string =>
  createHmac('sha256', secret).update(`${expires}\n${key}`).digest('base64url');

/** Takes the same time wherever they differ. */
const isSame = (given: string, right: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const now = (): number => Math.floor(Date.now() / 1000);

const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/**
 * Links signed with keys that are derived from `secrets`: the first signs, all verify. A link is
 * good for one window of six hours at least and for two at most.
 */
export const createMediaLinks = (secrets: readonly string[]): MediaLinks => {
  const keys = secrets.map(deriveKey);
  const [signingKey] = keys;
  if (!signingKey) throw new Error('Links need a secret to be signed with');

  return {
    link: (key) => {
      const window = Math.floor(now() / WINDOW_SECONDS);
      const expires = String((window + 2) * WINDOW_SECONDS);
      const signature = sign(signingKey, key, expires);
      return {
        url: `/media/${pathOf(key)}?expires=${expires}&signature=${signature}`,
        stableSeconds: (window + 1) * WINDOW_SECONDS - now(),
      };
    },
    allows: (key, expires, signature) => {
      if (!SECONDS_SINCE_1970.test(expires) || Number(expires) <= now()) return false;
      return keys.some((secret) => isSame(signature, sign(secret, key, expires)));
    },
  };
};
