import { decodeAddress } from './web-address.ts';

/**
 * Returns the path of a page for comparisons: without the host, the query, letter case, and what
 * addresses of pages end in (`/`, `.html`, `/index.html`). Undefined for another kind of URL.
 */
export const addressKey = (address: string): string | undefined => {
  if (!URL.canParse(address, 'http://any.invalid')) return undefined;
  const { protocol, pathname } = new URL(address, 'http://any.invalid');
  if (!/^https?:$/.test(protocol)) return undefined;
  const path = decodeAddress(pathname).normalize().toLowerCase().replace(/\/+/g, '/');
  return path.replace(/(?:\.html?)?\/?$/, '').replace(/(?:\/index)?$/, '') || '/';
};
