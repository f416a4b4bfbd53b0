/** Finds the texts to which the addresses of their old site led. */
import { nameOfId } from '../entities/page.ts';
import { groupBy } from '../group-by.ts';
import { addressKey } from '../text/address-key.ts';
import { decodeAddress } from '../text/web-address.ts';
import { pageAt } from './old-address.ts';

/** A text that is imported, and what may be a part of its old address. */
export interface AddressedText {
  readonly path: string;
  readonly id: string | undefined;
  readonly title?: string | undefined;
  /** As ISO date. */
  readonly createdAt?: string | undefined;
  /** Absent for the language of the site. */
  readonly lang?: string | undefined;
}

const LIST = /^(?:tags?|categor(?:y|ies)|topics?|series|authors?|page|archives?)$/;
const FEED = /^(?:feeds?|rss|atom)$|\.(?:xml|rss|atom|json|txt)$/;
const FILE_DATE = /^(?:\d{4}-)?\d{2}-\d{2}[-_ ]/;
const LANGUAGE = /\.[a-z]{2}(?:-[a-z]{2,4}){0,2}$/i;
const DATE = /\/(\d{4})[/-](\d{1,2})(?:[/-](\d{1,2}))?(?!\d)/;

/** Returns a name without case, accents and punctuation, which generators write differently. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const partsOf = (path: string): readonly string[] => path.split('/').filter(Boolean);

/** Returns the names that may end an address, the surest first. */
const namesOf = ({ path, id = '', title = '' }: AddressedText): readonly string[] => {
  const file = partsOf(pageAt(path)).at(-1) ?? '';
  const names = [nameOfId(id), file].flatMap((name) => [name, name.replace(LANGUAGE, '')]);
  const all = [...names.flatMap((name) => [name, name.replace(FILE_DATE, '')]), title];
  return [...new Set(all.map((name) => name.toLowerCase()))];
};

/** Returns how many parts of an address and a path are the same, from the last. */
const sharedParts = (address: readonly string[], path: string): number => {
  const own = partsOf(pageAt(path)).map(plain).toReversed();
  const different = address.toReversed().findIndex((part, index) => plain(part) !== own[index]);
  return different === -1 ? address.length : different;
};

/** Whether an address is that of a tag, or of a year or month, after which a post may be named. */
const isList = (parts: readonly string[]): boolean =>
  parts.some((part) => LIST.test(part)) || parts.every((part) => /^\d*$/.test(part));

/** Returns the addresses of lists, feeds and other files among those that lead to no text. */
export const listAddresses = (addresses: readonly string[]): ReadonlySet<string> => {
  const folders = new Set(addresses.map((address) => address.slice(0, address.lastIndexOf('/'))));
  const isOther = (address: string) => {
    const parts = partsOf(address);
    return folders.has(address) || isList(parts) || FEED.test(parts.at(-1) ?? '');
  };
  return new Set(addresses.filter(isOther));
};

const NO_HOST = 'http://any.invalid';

/**
 * Returns the key of the address of a link in the text at `base`; empty for those of other sites
 * than `hosts`. A link may name a file.
 */
export const linkKey = (written: string, base = '/', hosts: readonly string[] = []): string => {
  const from = new URL(base, NO_HOST);
  const named = written.replace(/\.(?:mdx?|markdown)(?![^#?])/i, '');
  if (!URL.canParse(named, from.href)) return '';
  const { host, href } = new URL(named, from.href);
  return [from.host, ...hosts].includes(host) ? (addressKey(href) ?? '') : '';
};

/**
 * Returns a function that finds the path of the text of an address, see `addressKey`: by its last
 * part, then by language, date and folders. Lists, and addresses that fit several texts, have none.
 */
export const createMatcher = (texts: readonly AddressedText[]) => {
  const named = texts.flatMap((text) =>
    namesOf(text).map((name, rank) => ({ ...text, name, rank })),
  );
  const byName = groupBy(named, ({ name }) => plain(name));
  const languages = new Set(texts.flatMap(({ lang }) => lang?.toLowerCase() ?? []));
  return (address: string): string | undefined => {
    const parts = partsOf(decodeAddress(address).toLowerCase());
    const last = parts.at(-1) ?? '';
    // A post may be named like a list, such as `/blog/tags/`.
    if (isList([...parts.slice(0, -1), last.replace(LIST, ':')])) return undefined;
    const language = parts.find((part) => languages.has(part));
    const [, ...date] = DATE.exec(address) ?? [];
    const passes: ((text: (typeof named)[number]) => boolean)[] = [
      ({ name }) => name === last,
      ({ lang }) => lang?.toLowerCase() === language,
      ({ createdAt = '' }) =>
        date.every((part, index) => !part || +part === +(createdAt.split(/[-T]/)[index] ?? '')),
    ];
    let all = byName.get(plain(last)) ?? [];
    for (const test of passes) all = all.some(test) ? all.filter(test) : all;
    const score = ({ path, rank }: (typeof named)[number]) => sharedParts(parts, path) * 10 - rank;
    const best = Math.max(...all.map(score));
    const [only, ...others] = new Set(
      all.filter((text) => score(text) === best).map(({ path }) => path),
    );
    return others.length === 0 ? only : undefined;
  };
};
