/** Where the files of a copy lie, and how they refer to each other. */
import { decodeAddress } from 'content-schema';
import { posix } from 'node:path';

/** Resolves addresses only. */
const SITE = 'http://site.invalid';
/** What isn't part of the public site. */
const PRIVATE = /^\/(?:admin|api|login|media|past|preview)(?:\/|$)/;

/**
 * Returns the address of this site to which a link on the page `from` leads, and its fragment;
 * undefined for others. Queries only choose another page of a list, or the size of a photo.
 */
export const addressIn = (link: string, from: string, origin: string) => {
  const text = link.replace(/&(?:amp|#x26);/g, '&').replace(/&#x27;|&apos;/g, "'");
  const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text;
  if (path.startsWith('#') || !URL.canParse(path, SITE + from)) return undefined;
  const { origin: host, pathname, search, hash } = new URL(path, SITE + from);
  if (host !== SITE || PRIVATE.test(pathname)) return undefined;
  const isPhoto = /^\/(?:photos|uploads)\//.test(pathname);
  const [query = ''] = (isPhoto ? /\bw=\d+/ : /\bpage=(?!1\b)\d+/).exec(search) ?? [];
  return { address: (pathname.replace(/\/+$/, '') || '/') + (query && `?${query}`), hash };
};

/** Returns the path of the file for what is at an address; a page is in a folder of its own. */
export const fileAt = (address: string, type = 'text/html'): string => {
  const parts = address
    .slice(1)
    .replace(/\?(\w+)=/, '/$1/')
    .split('/');
  const isSafe = (part: string) => !/%(?:2f|5c|00)/i.test(part);
  const path = parts.map((part) => (isSafe(part) ? decodeAddress(part) : part)).join('/');
  if (type.startsWith('text/html')) return posix.join(path, 'index.html');
  const [extension = ''] = /(?<=\/)[a-z\d]+/.exec(type) ?? [];
  return posix.extname(path) === '' ? `${path}.${extension}` : path;
};

export const encodePath = (file: string): string =>
  file.split('/').map(encodeURIComponent).join('/');

export const relativePath = (from: string, to: string): string =>
  encodePath(posix.relative(posix.dirname(from), to));
