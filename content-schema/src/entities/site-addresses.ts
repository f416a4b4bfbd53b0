import { decodeAddress } from '../text/web-address.ts';
import { PAGE_PREFIX } from './page.ts';
import { ADMIN, BLOGS, EXPERIENCES, LOGIN, TAGS } from './site-paths.ts';

/** What only the server has directly below the root, besides files. A test compares the names. */
export const SERVER_NAMES = [
  ...['api', 'assets', 'healthz', 'icons', 'livez', 'logo', 'media', 'og', 'past'],
  ...['photos', 'preview', 'schemas', 'uploads'],
];
const PAGE_ADDRESSES = [BLOGS, TAGS, EXPERIENCES, LOGIN, ADMIN, '/index'];
const SITE_NAMES = new Set([...SERVER_NAMES, ...PAGE_ADDRESSES.map((path) => path.slice(1))]);

/** What no post or page takes over, as an alias or as an address that was asked for in vain. */
export const RESERVED = /^\/(?:admin|api|assets|past|preview)(?:\/|$)/;

/** Whether no page can have this name, since the site has it, or may have a file of that name. */
export const isSiteName = (name: string): boolean =>
  name.includes('.') || SITE_NAMES.has(name.toLowerCase());

/** Returns the id of the post or page that may have this address; undefined for other addresses. */
export const idAt = (address: string): string | undefined => {
  const [, folder, name] = /^\/(blogs\/)?([^/?#]+)\/*$/.exec(address) ?? [];
  if (name === undefined || (!folder && isSiteName(decodeAddress(name)))) return undefined;
  return (folder ? '' : PAGE_PREFIX) + decodeAddress(name);
};
