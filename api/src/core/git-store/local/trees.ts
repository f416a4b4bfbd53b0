import { createCache, type CacheRegistry } from '../../cache.ts';
import { fallback, NotFound, UnreadableObject } from '../errors.ts';
import type { BlobSha, StoredListing, Tree, TreeEntry } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { Objects } from './objects.ts';

export interface TreeItem {
  /** As stored: `100644`, `100755`, `120000` a symbolic link, `160000` a submodule, `40000`. */
  readonly mode: string;
  /** The name's bytes as Latin-1: git doesn't guarantee UTF-8, and sorts by bytes. */
  readonly name: string;
  readonly sha: string;
}

export const NEW_FILE_MODE = '100644';
export const EXECUTABLE_MODE = '100755';
export const DIRECTORY_MODE = '40000';

const KIND = 0o170_000;
const kindOf = ({ mode }: TreeItem): number => Number.parseInt(mode, 8) & KIND;

export const isDirectory = (item: TreeItem): boolean => kindOf(item) === 0o040_000;
export const isFile = (item: TreeItem): boolean => kindOf(item) === 0o100_000;

const executableOf = ({ mode }: TreeItem): true | undefined =>
  mode === EXECUTABLE_MODE ? true : undefined;

/** Converts a name to the form in `TreeItem.name`. */
export const storedName = (name: string): string => Buffer.from(name).toString('latin1');

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const PLAIN_ASCII = /^[\0-\x7f]*$/;

/** The name as text, or null when its bytes are not UTF-8. */
export const readableName = (stored: string): string | null => {
  if (PLAIN_ASCII.test(stored)) return stored;
  try {
    return utf8.decode(Buffer.from(stored, 'latin1'));
  } catch {
    return null;
  }
};

const SHA_BYTES = 20;

export const endOfItem = (body: Buffer, start: number): number => {
  const nameEnd = body.indexOf(0, start);
  const end = nameEnd + 1 + SHA_BYTES;
  if (nameEnd < 0 || end > body.length) throw new Error('A tree object is corrupt');
  return end;
};

export const parseItem = (body: Buffer, start: number, end: number): TreeItem => {
  const space = body.indexOf(' ', start);
  const nameEnd = end - SHA_BYTES - 1;
  if (space < 0 || space > nameEnd) throw new Error('A tree object is corrupt');
  return {
    mode: body.toString('latin1', start, space),
    name: body.toString('latin1', space + 1, nameEnd),
    sha: body.toString('hex', nameEnd + 1, end),
  };
};

const parseTree = (body: Buffer): TreeItem[] => {
  const items: TreeItem[] = [];
  for (let at = 0; at < body.length;) {
    const end = endOfItem(body, at);
    items.push(parseItem(body, at, end));
    at = end;
  }
  return items;
};

// Git sorts a directory as if its name ended with a slash.
const sortKey = (item: TreeItem): string => (isDirectory(item) ? `${item.name}/` : item.name);

export const inGitOrder = (a: TreeItem, b: TreeItem): number => (sortKey(a) < sortKey(b) ? -1 : 1);

/** Renders a tree object; the items must be in git's order. */
export const renderTree = (items: readonly TreeItem[]): Buffer => {
  const length = items.reduce(
    (sum, { mode, name }) => sum + mode.length + name.length + 2 + SHA_BYTES,
    0,
  );
  const body = Buffer.allocUnsafe(length);
  let at = 0;
  for (const { mode, name, sha } of items) {
    at += body.write(`${mode} ${name}\0`, at, 'latin1');
    at += body.write(sha, at, 'hex');
  }
  return body;
};

/** The trees of the head, its parent, and some older commits. They share their entries. */
const TREES_MAX = 16;

// Files open at a time; systems allow a process as few as 256.
const CONCURRENCY = 32;

interface ItemAtPath {
  readonly path: string;
  readonly item: TreeItem;
}

const withPath = (item: TreeItem, prefix: string): ItemAtPath[] => {
  const name = readableName(item.name);
  return name === null ? [] : [{ path: `${prefix}${name}`, item }];
};

type Listing = Omit<StoredListing, 'head'>;

interface Options {
  readonly objects: Objects;
  readonly caches: CacheRegistry;
  /** A listing of an earlier process, to spare opening each of its files for its size. */
  readonly storedTree?: Tree | undefined;
}

export type Trees = ReturnType<typeof createTrees>;

export const createTrees = ({ objects, caches, storedTree }: Options) => {
  let earlier = storedTree;
  const listings = createCache<Listing>(caches, { name: 'trees', max: TREES_MAX });

  /** The items of cached tree objects, since parsing 10,000 takes 6 ms. */
  const parsed = new WeakMap<Uint8Array, readonly TreeItem[]>();

  /** The items of a directory. Throws `NotFound` when there is no such tree. */
  const items = async (tree: string): Promise<readonly TreeItem[]> => {
    const body = await objects.read(tree, 'tree');
    const present = parsed.get(body) ?? parseTree(body);
    parsed.set(body, present);
    return present;
  };

  /** Reads level by level, to limit the number of open files however the tree branches. */
  const itemsBelow = async (tree: string): Promise<ItemAtPath[]> => {
    const levels: ItemAtPath[][] = [];
    let next = [{ prefix: '', tree }];
    while (next.length > 0) {
      const level = await mapConcurrently(next, CONCURRENCY, async (directory) =>
        (await items(directory.tree)).flatMap((item) => withPath(item, directory.prefix)),
      );
      levels.push(...level);
      next = level
        .flat()
        .filter(({ item }) => isDirectory(item))
        .map(({ path, item }) => ({ prefix: `${path}/`, tree: item.sha }));
    }
    return levels.flat();
  };

  /** The entry of the same file in a cached tree, to spare opening the object for its size. */
  const cachedEntry = ({ path, item }: ItemAtPath): TreeEntry | undefined => {
    const trees = listings.entries().map(([, listing]) => listing.tree);
    for (const tree of [...trees, ...(earlier ? [earlier] : [])]) {
      const entry = tree.get(path);
      if (entry?.sha === item.sha && entry.executable === executableOf(item)) return entry;
    }
    return undefined;
  };

  /** The size is 0 for an object that can't be read, so that the other files are still listed. */
  const readEntry = async (item: TreeItem): Promise<TreeEntry> => {
    const size = await objects.size(item.sha).catch(fallback(0, NotFound, UnreadableObject));
    const executable = executableOf(item);
    return { sha: item.sha as BlobSha, size, ...(executable && { executable }) };
  };

  const readListing = async (tree: string): Promise<Listing> => {
    const all = await itemsBelow(tree);
    const files = all.filter(({ item }) => isFile(item));
    const links = all.filter(({ item }) => !isFile(item) && !isDirectory(item));
    const entries = await mapConcurrently(
      files,
      CONCURRENCY,
      async (file): Promise<[string, TreeEntry]> => [
        file.path,
        cachedEntry(file) ?? (await readEntry(file.item)),
      ],
    );
    earlier = undefined;
    return { tree: new Map(entries), links: links.map(({ path }) => path) };
  };

  return {
    items,
    /** Keeps the items of a tree object that is about to be written. */
    rememberItems: (body: Uint8Array, written: readonly TreeItem[]) => parsed.set(body, written),
    /** The files and links below a tree; names that aren't UTF-8 are left out. */
    listing: (tree: string) => listings.load(tree, () => readListing(tree)),
    remember: (tree: string, listing: Listing) => listings.set(tree, listing),
  };
};
