import { photoOf } from 'content-schema';
import { createSignatures } from '../signatures.ts';
import { versionOf, type Photo } from './photo.ts';

/** Long enough for browser caches; `decisions/010` says why links expire at all. */
const WINDOW_SECONDS = 30 * 24 * 60 * 60;
const SECONDS_SINCE_1970 = /^\d{1,12}$/;

const signedText = (key: string, version: string, expires: string): string =>
  [version, expires, key].join('\n');

const now = (): number => Math.floor(Date.now() / 1000);

const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

export type MediaLinks = ReturnType<typeof createMediaLinks>;

/** Links to photos that work without a session, for 30 to 60 days. */
export const createMediaLinks = (secrets: readonly string[]) => {
  const signatures = createSignatures(secrets, 'media links');
  return {
    /** A link relative to the site's origin, which stays the same for a while. */
    link: ({ key, blob }: Pick<Photo, 'key' | 'blob'>): string => {
      const version = versionOf(blob);
      const expires = String((Math.floor(now() / WINDOW_SECONDS) + 2) * WINDOW_SECONDS);
      const signature = signatures.sign(signedText(key, version, expires));
      const query = new URLSearchParams({ v: version, expires, signature });
      return `/media/${pathOf(key)}?${query.toString()}`;
    },
    /**
     * The id of the photo, whose file may have been renamed, and when the link expires, in
     * milliseconds; undefined for an invalid link.
     */
    open: (key: string, query: Readonly<Record<string, unknown>>) => {
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
      return { id, version, expires: 1000 * Number(expires) };
    },
  };
};
