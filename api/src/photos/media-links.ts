import { photoOf } from 'content-schema';
import { createSignatures } from '../signatures.ts';
import type { Photo } from './photo.ts';

/** Links to photos that anybody may open for a while, without a session. */
export interface MediaLinks {
  /** A link to the photo's bytes, the same all through a window of time. */
  link(photo: Pick<Photo, 'key' | 'blob'>): MediaLink;
  /** What a link was made for; undefined for one that `link` did not make, or whose time has passed. */
  open(key: string, query: Readonly<Record<string, unknown>>): OpenedLink | undefined;
}

interface MediaLink {
  /** Relative to the site's origin. */
  readonly url: string;
  /** How long `link` gives this same link. */
  readonly stableSeconds: number;
}

interface OpenedLink {
  /** Of the photo; its file may have another name by now. */
  readonly id: string;
  /** How the id of its blob begins. */
  readonly version: string;
  /** How long the link is still good. */
  readonly secondsLeft: number;
}

/** Long enough for browsers to keep what never changes; `decisions/008` says why it ends at all. */
const WINDOW_SECONDS = 30 * 24 * 60 * 60;
const SECONDS_SINCE_1970 = /^\d{1,12}$/;
const VERSION_LENGTH = 12;

const signedText = (key: string, version: string, expires: string): string =>
  [version, expires, key].join('\n');

const now = (): number => Math.floor(Date.now() / 1000);

const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/**
 * Links signed with keys that are derived from `secrets`: the first signs, all verify. A link is
 * good for one window of thirty days at least and for two at most.
 */
export const createMediaLinks = (secrets: readonly string[]): MediaLinks => {
  const signatures = createSignatures(secrets, 'media links');
  return {
    link: ({ key, blob }) => {
      const window = Math.floor(now() / WINDOW_SECONDS);
      const version = blob.slice(0, VERSION_LENGTH);
      const expires = String((window + 2) * WINDOW_SECONDS);
      const signature = signatures.sign(signedText(key, version, expires));
      const query = new URLSearchParams({ v: version, expires, signature });
      return {
        url: `/media/${pathOf(key)}?${query.toString()}`,
        stableSeconds: (window + 1) * WINDOW_SECONDS - now(),
      };
    },
    open: (key, query) => {
      const textOf = (name: string): string => {
        const value = query[name];
        return typeof value === 'string' ? value : '';
      };
      const [version, expires] = [textOf('v'), textOf('expires')];
      if (!SECONDS_SINCE_1970.test(expires) || Number(expires) <= now()) return undefined;
      if (!signatures.verifies(signedText(key, version, expires), textOf('signature'))) {
        return undefined;
      }
      const id = photoOf(key)?.id;
      if (id === undefined) return undefined;
      return { id, version, secondsLeft: Number(expires) - now() };
    },
  };
};
