/** Compares the trees of commits without parsing the parts that are the same. */

import type { Objects } from './objects.ts';
import { endOfItem, isDirectory, parseItem, storedName, type TreeItem } from '../tree-object.ts';

/** An item of a directory before and after a commit; absent on the side that lacks it. */
type ItemChange = Readonly<Partial<Record<'before' | 'after', TreeItem>>>;

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

const startOfItem = (body: Buffer, position: number): number => {
  let start = 0;
  for (let next = 0; next <= position && next < body.length; next = endOfItem(body, next)) {
    start = next;
  }
  return start;
};

const isDifferent = (one: TreeItem | undefined, other: TreeItem | undefined): boolean =>
  one?.sha !== other?.sha || one?.mode !== other?.mode;

/** Returns the changed items of a directory, by their stored names. */
const compare = (before: Buffer, after: Buffer): ReadonlyMap<string, ItemChange> => {
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
  return new Map([...items].filter(([, item]) => isDifferent(item.before, item.after)));
};

/** The modes of git: https://git-scm.com/docs/git-fast-import#_filemodify */
const MODE_END = /(?:1[026]0[0-7]{3}|40000)$/;

/** Finds an item by its stored name, without parsing the others. */
const findItem = (body: Buffer, name: string): TreeItem | undefined => {
  const text = Buffer.from(` ${name}\0`, 'latin1');
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + 1)) {
    // Within the bytes of an id no mode is before it.
    const [mode] = MODE_END.exec(body.toString('latin1', Math.max(0, at - 6), at)) ?? [];
    const start = at - (mode?.length ?? 0);
    if (mode !== undefined) return parseItem(body, start, endOfItem(body, start));
  }
  return undefined;
};

const NO_ITEMS = Buffer.alloc(0);

const directoryOf = (item: TreeItem | undefined): string | null =>
  item && isDirectory(item) ? item.sha : null;

export type TreeChanges = ReturnType<typeof createTreeChanges>;

export const createTreeChanges = (objects: Pick<Objects, 'read'>) => {
  const bodyOf = (tree: string | null): Promise<Buffer> =>
    tree === null ? Promise.resolve(NO_ITEMS) : objects.read(tree, 'tree');

  /** The paths that differ, cut to `depth` stored names; undefined for more than `most`. */
  const names = async (
    before: string | null,
    after: string | null,
    depth: number,
    most: number,
  ): Promise<readonly string[] | undefined> => {
    const changed: string[] = [];
    for (const [name, change] of compare(await bodyOf(before), await bodyOf(after))) {
      const [from, to] = [directoryOf(change.before), directoryOf(change.after)];
      const isDirectoryOnly = (!change.before || from) && (!change.after || to);
      if (depth === 1 || !isDirectoryOnly) changed.push(name);
      if (depth > 1 && (from ?? to)) {
        const below = await names(from, to, depth - 1, most);
        if (!below) return undefined;
        changed.push(...below.map((path) => `${name}/${path}`));
      }
      if (changed.length > most) return undefined;
    }
    return changed;
  };

  /** The file or directory at a path below a tree; undefined if there is none. */
  const itemAt = async (tree: string | null, path: string): Promise<TreeItem | undefined> => {
    let directory = tree;
    let item: TreeItem | undefined;
    for (const name of path.split('/').map(storedName)) {
      item = findItem(await bodyOf(directory), name);
      directory = directoryOf(item);
    }
    return item;
  };

  return {
    names,
    itemAt,
    /** The items of a directory that differ between two trees, by their stored names. */
    itemsIn: async (before: string | null, after: string, path: string) => {
      const items = [await itemAt(before, path), await itemAt(after, path)];
      const [old = NO_ITEMS, now = NO_ITEMS] = await Promise.all(
        items.map((item) => bodyOf(directoryOf(item))),
      );
      return compare(old, now);
    },
    /** Whether a file or directory differs between two trees; null is an empty one. */
    changesPath: async (before: string | null, after: string, path: string): Promise<boolean> =>
      isDifferent(await itemAt(before, path), await itemAt(after, path)),
  };
};
