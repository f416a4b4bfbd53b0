import { LRUCache } from 'lru-cache';
import type { BlobSha, Tree, TreeEntry } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { Objects } from './objects.ts';
import {
  isDirectory,
  isFile,
  parseTree,
  readableName,
  storedName,
  type TreeItem,
} from './tree-object.ts';

export interface Trees {
  /** What a directory holds. Throws `NotFound` when there is no such tree. */
  items(tree: string): Promise<readonly TreeItem[]>;
  /** All files below a tree; a name that isn't UTF-8 can't be told and is left out. */
  files(tree: string): Promise<Tree>;
  /** What a path names, or null when it names nothing. */
  find(tree: string, path: string): Promise<TreeItem | null>;
}

// Around ten megabytes.
const CACHED_ITEMS = 50_000;

// Files open at a time; systems allow a process as few as 256.
const CONCURRENCY = 32;

interface Located {
  readonly path: string;
  readonly item: TreeItem;
}

const locate = (item: TreeItem, prefix: string): Located[] => {
  const name = readableName(item.name);
  return name === null ? [] : [{ path: `${prefix}${name}`, item }];
};

export const createTrees = (objects: Objects): Trees => {
  const cache = new LRUCache<string, readonly TreeItem[]>({
    maxSize: CACHED_ITEMS,
    sizeCalculation: (items) => items.length + 1,
  });

  const items = async (tree: string): Promise<readonly TreeItem[]> => {
    const cached = cache.get(tree);
    if (cached) return cached;
    const parsed = parseTree(await objects.read(tree, 'tree'));
    cache.set(tree, parsed);
    return parsed;
  };

  /** Level by level, so that the files open at a time stay few however the tree branches. */
  const allBelow = async (tree: string): Promise<Located[]> => {
    const found: Located[][] = [];
    let directories = [{ prefix: '', tree }];
    while (directories.length > 0) {
      const level = await mapConcurrently(directories, CONCURRENCY, async (directory) =>
        (await items(directory.tree)).flatMap((item) => locate(item, directory.prefix)),
      );
      found.push(...level);
      directories = level
        .flat()
        .filter(({ item }) => isDirectory(item))
        .map(({ path, item }) => ({ prefix: `${path}/`, tree: item.sha }));
    }
    return found.flat();
  };

  const describeFile = async ({ path, item }: Located): Promise<[string, TreeEntry]> => [
    path,
    { sha: item.sha as BlobSha, size: await objects.size(item.sha) },
  ];

  return {
    items,
    files: async (tree) => {
      const files = (await allBelow(tree)).filter(({ item }) => isFile(item));
      return new Map(await mapConcurrently(files, CONCURRENCY, describeFile));
    },
    find: async (tree, path) => {
      let found: TreeItem | null = null;
      let below: string | null = tree;
      for (const name of path.split('/').map(storedName)) {
        found =
          below === null ? null : ((await items(below)).find((item) => item.name === name) ?? null);
        below = found && isDirectory(found) ? found.sha : null;
      }
      return found;
    },
  };
};
