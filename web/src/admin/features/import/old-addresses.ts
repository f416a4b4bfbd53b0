/** Tells where the addresses of the old site lead after an import. */
import {
  addressKey,
  addressOf,
  BLOGS,
  createMatcher,
  linkKey,
  EXPERIENCES,
  HOME,
  listAddresses,
  ownAddressesOf,
  servedAddressesOf,
  TAGS,
} from 'content-schema';
import type { ChosenFiles, ChosenPost } from './chosen-files.ts';
import { idIn, type FilePreview, type Previews } from './import-calls.ts';

export interface OldAddress {
  readonly address: string;
  /** Whether neither a list nor a configuration says it. */
  readonly isGuess: boolean;
}

const NO_LAYOUT = { permalinks: {}, languages: [] };

/** What the site has besides posts. */
const ANSWERED = [HOME, BLOGS, TAGS, EXPERIENCES, '/feed.xml', '/feed.json', '/sitemap.xml'];

const urlOf = (address: string): URL | undefined =>
  URL.canParse(address) ? new URL(address) : undefined;

const keyOf = (address: string): string => addressKey(address) ?? '';

/** Returns what may tell the old address of a file, which may have been imported before. */
const textOf = ({ path, kind, lang }: ChosenPost, preview: FilePreview) => {
  const id = idIn(preview);
  const { post, page } = 'post' in preview ? preview : {};
  const addresses = 'addresses' in preview ? (preview.addresses ?? []) : [];
  const own = page ? ownAddressesOf(page) : [];
  const claimed = [...addresses, ...own.map(keyOf), keyOf(addressOf(id ?? ''))];
  // An export names all addresses of its posts, whose kinds it knows.
  const isNamed = kind !== undefined || !path.includes('/');
  return { ...{ lang, ...post }, ...{ path, page, own, claimed, isNamed, id } };
};

/**
 * Returns the old addresses of each file, by path: those that `list` or the owner's `choices` say,
 * by their keys, else what the configuration or a guess makes of its path, of which originals have
 * the first choice. Also returns the addresses of the list that lead nowhere.
 */
export const oldAddressesOf = (
  { layout, isConfigured, hosts = [] }: ChosenFiles,
  previews: Previews,
  list: ReadonlyMap<string, string>,
  choices: ReadonlyMap<string, string>,
) => {
  const texts = [...previews].flatMap(([file, preview]) =>
    idIn(preview) === undefined ? [] : textOf(file, preview),
  );
  const paths = new Map(texts.map((text) => [text.path, text]));
  const match = createMatcher(texts);
  const claims = new Map(
    texts.toReversed().flatMap(({ path, claimed }) => claimed.map((key) => [key, path] as const)),
  );
  const owners = new Map<string, string>();
  const byPath = new Map<string, readonly OldAddress[]>();
  const add = (path: string, address: string, isGuess: boolean) => {
    owners.set(keyOf(address), path);
    byPath.set(path, [...(byPath.get(path) ?? []), { address, isGuess }]);
  };
  for (const [key, address] of list) {
    const choice = choices.get(key) ?? '';
    const path = paths.has(choice) ? choice : (claims.get(key) ?? match(key));
    // What was imported before gets no other addresses.
    const isFixed = paths.get(path ?? '')?.page === undefined && claims.get(key) !== path;
    if (path !== undefined && !isFixed) add(path, address, false);
  }
  for (const text of texts.toSorted((a, b) => Number(!!a.lang) - Number(!!b.lang))) {
    const { path, lang, page, own, isNamed, createdAt } = text;
    const [address = ''] =
      page && !isNamed
        ? servedAddressesOf(
            { path, layout: layout ?? NO_LAYOUT, ...(lang && { lang }) },
            page,
            createdAt,
          )
        : own;
    if (address === '' || byPath.has(path) || owners.has(keyOf(address))) continue;
    add(path, address, own.length === 0 && !isConfigured);
  }
  const ownHosts = new Set([...list.values()].flatMap((url) => urlOf(url)?.host ?? []));
  /** Finds the file to whose text an address leads that is in another text. */
  const find = (from: string, written: string): string | undefined => {
    const key = linkKey(written, byPath.get(from)?.[0]?.address, [...hosts, ...ownHosts]);
    return owners.get(key) ?? claims.get(key) ?? match(key);
  };
  const keys = [...list.keys()];
  const lists = listAddresses(keys);
  const left = keys.filter((key) => !owners.has(key) && !ANSWERED.includes(key));
  return {
    ...{ owners, byPath, find },
    left: left.filter((key) => !lists.has(key)),
    leftLists: left.filter((key) => lists.has(key)),
  };
};

export type OldAddresses = ReturnType<typeof oldAddressesOf>;

/** Returns an address without its host. */
export const pathOf = (address: string): string => urlOf(address)?.pathname ?? address;

/** Returns those that become aliases: not what leads to the post anyway. */
export const aliasesOf = (
  old: readonly OldAddress[],
  preview: FilePreview | undefined,
  usesGuesses: boolean,
): readonly string[] => {
  if (!preview || !('post' in preview)) return [];
  const served = [...preview.addresses, keyOf(addressOf(preview.post.id))];
  return old
    .filter(({ address, isGuess }) => (usesGuesses || !isGuess) && !served.includes(keyOf(address)))
    .map(({ address }) => pathOf(address));
};
