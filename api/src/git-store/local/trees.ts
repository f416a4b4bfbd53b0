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

type FileAt = readonly [path: string, sha: BlobSha];

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

  const filesAt = async (item: TreeItem, prefix: string): Promise<readonly FileAt[]> => {
    const name = readableName(item.name);
    if (name === null) return [];
    if (isDirectory(item)) return filesBelow(item.sha, `${prefix}${name}/`);
    return isFile(item) ? [[`${prefix}${name}`, item.sha as BlobSha]] : [];
  };

  const filesBelow = async (tree: string, prefix: string): Promise<readonly FileAt[]> => {
    const found = await mapConcurrently(await items(tree), CONCURRENCY, (item) =>
      filesAt(item, prefix),
    );
    return found.flat();
  };

  return {
    items,
    files: async (tree) => {
      const entries = await mapConcurrently(
        await filesBelow(tree, ''),
        CONCURRENCY,
        async ([path, sha]): Promise<[string, TreeEntry]> => [
          path,
          { sha, size: await objects.size(sha) },
        ],
      );
      return new Map(entries);
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
