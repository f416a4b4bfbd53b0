import { decodeAddress } from '../text/web-address.ts';
import { PAGE_PREFIX } from './page.ts';

/** What the site has directly below its root, besides files. A test compares it with the routes. */
const SITE_NAMES = new Set([
  ...['admin', 'api', 'assets', 'blogs', 'experiences', 'healthz', 'icons', 'index', 'livez'],
  ...['login', 'logo', 'media', 'metrics', 'og', 'past', 'photos', 'preview', 'schemas', 'tags'],
  'uploads',
]);

/** Whether no page can have this name, since the site has it, or may have a file of that name. */
export const isSiteName = (name: string): boolean =>
  name.includes('.') || SITE_NAMES.has(name.toLowerCase());

/** Returns the id of the post or page that may have this address; undefined for other addresses. */
export const idAt = (address: string): string | undefined => {
  const [, folder, name] = /^\/(blogs\/)?([^/?#]+)\/*$/.exec(address) ?? [];
  if (name === undefined || (!folder && isSiteName(decodeAddress(name)))) return undefined;
  return (folder ? '' : PAGE_PREFIX) + decodeAddress(name);
};
