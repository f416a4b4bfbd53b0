/** Reads the addresses of an old site from sitemaps, feeds, and lists with one in each line. */
import { addressKey } from '../text/address-key.ts';
import { importMessages, isImageAt } from './import.ts';

/** As many as a sitemap may have. */
const ADDRESSES_MAX = 50_000;

const XML = /^\s*</;
const ADDRESS = /^["'\s]*((?:https?:\/)?\/[^\s"',;{}]*)/i;
const LINK = /<loc>([^<{]*)<|<link\b(?![^<>]*\brel\s*=\s*["'](?!alternate))([^<>]*)>([^<{]*)/g;
/** Beside them are pictures, and the sitemaps that a sitemap lists. */
const isPage = (address: string): boolean =>
  ADDRESS.test(address) && !isImageAt(address) && !/sitemap[^/]*\.xml$/i.test(address);

/** Whether a text is such a list, perhaps below a heading. */
export const isAddressList = (text: string): boolean => {
  if (XML.test(text)) return /<(?:urlset|sitemapindex|rss|feed)\b/.test(text);
  const lines = text.trim().split('\n');
  return ADDRESS.test(lines.at(-1) ?? '') && lines.slice(1).every((line) => ADDRESS.test(line));
};

const addressesIn = (text: string): readonly string[] => {
  if (!XML.test(text)) return text.split('\n').map((line) => ADDRESS.exec(line)?.[1] ?? '');
  // Entities of its own could make any text of a few letters.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error(importMessages.entities);
  const written = text.replace(/<!\[CDATA\[([^\]]*)\]\]>/g, '$1').matchAll(LINK);
  return Array.from(written, ([, location, attributes = '', link = '']) => {
    const [, href = link] = /\bhref\s*=\s*["']([^"'{]*)/.exec(attributes) ?? [];
    return (location ?? href).trim().replace(/&amp;/g, '&');
  });
};

/** Returns the addresses by their keys, see `addressKey`. Throws an error that says what is refused. */
export const readAddresses = (texts: readonly string[]): ReadonlyMap<string, string> => {
  const pages = texts.flatMap(addressesIn).filter(isPage);
  if (pages.length > ADDRESSES_MAX) throw new Error(importMessages.addresses(ADDRESSES_MAX));
  return new Map(pages.map((address) => [addressKey(address) ?? '/', address]));
};
