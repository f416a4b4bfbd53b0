/** Compares the trees of commits without parsing the parts that are the same. */

import type { Objects } from './objects.ts';
import { endOfItem, isDirectory, parseItem, storedName, type TreeItem } from './trees.ts';

/** An item of a directory before and after a commit; absent on the side that lacks it. */
interface ItemChange {
  readonly before?: TreeItem;
  readonly after?: TreeItem;
}

/** The changed items of a directory, by their stored names. */
type DirectoryChanges = ReadonlyMap<string, ItemChange>;

/** Finds the largest number up to `most` for which `holds` is true, by bisection. */
const largest = (most: number, holds: (count: number) => boolean): number => {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Returns the start of the item that contains the byte at `position`, or of the last item. */
const startOfItem = (body: Buffer, position: number): number => {
  let start = 0;
  for (let next = 0; next <= position && next < body.length; next = endOfItem(body, next)) {
    start = next;
  }
  return start;
};

const compare = (before: Buffer, after: Buffer): DirectoryChanges => {
  const shorter = Math.min(before.length, after.length);
  const sameStart = largest(shorter, (bytes) =>
    before.subarray(0, bytes).equals(after.subarray(0, bytes)),
  );
  const sameEnd = largest(shorter, (bytes) =>
    before.subarray(before.length - bytes).equals(after.subarray(after.length - bytes)),
  );
  const bodies = { before, after };
  const start = startOfItem(before, sameStart);
  const left = { before: before.length - start, after: after.length - start };
  const items = new Map<string, ItemChange>();
  while (left.before !== left.after || left.before > sameEnd) {
    const side = left.before < left.after ? 'after' : 'before';
    const body = bodies[side];
    const from = body.length - left[side];
    const end = endOfItem(body, from);
    const item = parseItem(body, from, end);
    items.set(item.name, { ...items.get(item.name), [side]: item });
    left[side] = body.length - end;
  }
  const isChanged = ({ before: one, after: other }: ItemChange) =>
    one?.sha !== other?.sha || one?.mode !== other?.mode;
  return new Map([...items].filter(([, item]) => isChanged(item)));
};

const NO_ITEMS = Buffer.alloc(0);

const directoryOf = (item: TreeItem | undefined): string | null =>
  item && isDirectory(item) ? item.sha : null;

export interface TreeChanges {
  /** Whether a file or directory differs between two trees; null is an empty one. */
  changesPath(before: string | null, after: string, path: string): Promise<boolean>;
  /**
   * The paths that differ between two trees, cut to at most `depth` stored names; undefined if
   * there are more than `most`.
   */
  names(
    before: string | null,
    after: string | null,
    depth: number,
    most: number,
  ): Promise<readonly string[] | undefined>;
}

export const createTreeChanges = (objects: Pick<Objects, 'read'>): TreeChanges => {
  const bodyOf = (tree: string | null): Promise<Buffer> =>
    tree === null ? Promise.resolve(NO_ITEMS) : objects.read(tree, 'tree');

  const changesBetween = async (
    before: string | null,
    after: string | null,
  ): Promise<DirectoryChanges> => compare(await bodyOf(before), await bodyOf(after));

  const names: TreeChanges['names'] = async (before, after, depth, most) => {
    const result: string[] = [];
    for (const [name, change] of await changesBetween(before, after)) {
      const [from, to] = [directoryOf(change.before), directoryOf(change.after)];
      const isDirectoryOnly = (!change.before || from) && (!change.after || to);
      if (depth === 1 || !isDirectoryOnly) result.push(name);
      if (depth > 1 && (from ?? to)) {
        const below = await names(from, to, depth - 1, most);
        if (!below) return undefined;
        result.push(...below.map((it) => `${name}/${it}`));
      }
      if (result.length > most) return undefined;
    }
    return result;
  };

  return {
    names,
    changesPath: async (before, after, path) => {
      let trees: readonly [string | null, string | null] = [before, after];
      for (const name of path.split('/').map(storedName)) {
        if (trees[0] === trees[1]) return false;
        const change = (await changesBetween(...trees)).get(name);
        if (!change) return false;
        trees = [directoryOf(change.before), directoryOf(change.after)];
      }
      return true;
    },
  };
};
