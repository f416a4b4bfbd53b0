import { postFields } from '../entities/post-fields.ts';
import { addressKey } from '../text/address-key.ts';
import { textsIn, type HeadEntry } from './head-value.ts';

/** Of Jekyll and Hugo. */
const ADDRESS_KEYS = ['permalink', 'url'];

/** More are not worth a redirect. */
const ADDRESSES_MAX = 200;

/** A pattern such as `/:year/:title/` or `/{{ slug }}/`. */
const isPattern = (address: string): boolean => /\/:\w|[{}*]/.test(address);

/** Jekyll also has names of patterns, such as `pretty`, and others `false`. */
const mayBePath = (address: string): boolean => /[/.]/.test(address);

/**
 * Returns the other addresses of a post that its front matter names, as `addressKey` returns them.
 * A slug is the last part of an address. `own` are those that the site generator gives it.
 */
export const addressesIn = (
  entries: readonly HeadEntry[],
  own: readonly string[] = [],
): string[] => {
  const slugs = textsIn(entries, ['slug']).map(
    (slug) => `/blogs/${slug.replace(/^.*\/(?=.)/, '')}`,
  );
  const paths = [
    ...textsIn(entries, postFields.fields.aliases.keys),
    ...textsIn(entries, ADDRESS_KEYS).filter(mayBePath),
    ...slugs,
    ...own,
  ];
  const keys = paths.flatMap((path) => (isPattern(path) ? [] : (addressKey(path) ?? [])));
  return [...new Set(keys)].slice(0, ADDRESSES_MAX);
};
