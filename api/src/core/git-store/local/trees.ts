import { createCache, type CacheRegistry } from '../../cache.ts';
import { fallback, NotFound, UnreadableObject } from '../errors.ts';
import type { BlobSha, StoredListing, Tree, TreeEntry } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import {
  EXECUTABLE_MODE,
  isDirectory,
  isFile,
  parseTree,
  readableName,
  type TreeItem,
} from '../tree-object.ts';
import type { Objects } from './objects.ts';

const executableOf = ({ mode }: TreeItem): true | undefined =>
  mode === EXECUTABLE_MODE ? true : undefined;

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

  /** The entry of the same file in one of the trees, to spare opening the object for its size. */
  const sameEntry = (trees: readonly Tree[], { path, item }: ItemAtPath): TreeEntry | undefined => {
    for (const tree of trees) {
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
    const cached = listings.entries().map(([, listing]) => listing.tree);
    const trees = earlier ? [...cached, earlier] : cached;
    const entries = await mapConcurrently(
      files,
      CONCURRENCY,
      async (file): Promise<[string, TreeEntry]> => [
        file.path,
        sameEntry(trees, file) ?? (await readEntry(file.item)),
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
