import type { EffectiveChanges, NewFile } from '../changes.ts';
import { NotFound, StoreRefused } from '../errors.ts';
import { toCommitSha } from '../git-object-id.ts';
import type { Author, CommitRequest } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { parseCommit, renderCommit, type Commit } from '../commit-object.ts';
import { newObject, type NewObject, type Objects } from './objects.ts';
import {
  DIRECTORY_MODE,
  EXECUTABLE_MODE,
  inGitOrder,
  isDirectory,
  isFile,
  NEW_FILE_MODE,
  renderTree,
  storedName,
  type TreeItem,
} from '../tree-object.ts';
import type { Trees } from './trees.ts';

interface ChangeBelow {
  /** The remaining names on the path down to the file. */
  readonly names: readonly string[];
  readonly file: NewFile | null;
}

const byFirstName = (changes: readonly ChangeBelow[]): Map<string, ChangeBelow[]> => {
  const groups = new Map<string, ChangeBelow[]>();
  for (const {
    names: [first = '', ...names],
    file,
  } of changes) {
    const group = groups.get(first);
    if (group) group.push({ names, file });
    else groups.set(first, [{ names, file }]);
  }
  return groups;
};

/**
 * The tree after the changes. Only the directories above a change are read and rebuilt; a directory
 * that loses its last entry disappears. Without a base, the tree contains only the changes. Returns
 * the id of its `root`, and the new `objects` that it needs, of which none is written yet.
 */
const rebuildTree = async (
  trees: Pick<Trees, 'items' | 'rememberItems'>,
  base: string | null,
  changes: EffectiveChanges,
) => {
  const objects: NewObject[] = [];

  const add = (object: NewObject): string => {
    objects.push(object);
    return object.sha;
  };

  const addTree = (items: readonly TreeItem[]): string => {
    const body = renderTree(items);
    trees.rememberItems(body, items);
    return add(newObject('tree', body));
  };

  const changeItem = async (
    name: string,
    present: TreeItem | undefined,
    changesHere: readonly ChangeBelow[],
  ): Promise<TreeItem | null> => {
    const file = changesHere.find(({ names }) => names.length === 0)?.file;
    if (file) {
      const { sha, bytes, executable } = file;
      const newMode = executable ? EXECUTABLE_MODE : NEW_FILE_MODE;
      const mode = present && isFile(present) ? present.mode : newMode;
      return { mode, name, sha: bytes ? add({ sha, type: 'blob', body: bytes }) : sha };
    }
    const below = changesHere.filter(({ names }) => names.length > 0);
    const directory = present && isDirectory(present) ? present.sha : null;
    const items = await changeDirectory(directory, below);
    if (items.length === 0) return null;
    return { mode: DIRECTORY_MODE, name, sha: addTree(items) };
  };

  const changeDirectory = async (
    tree: string | null,
    changesBelow: readonly ChangeBelow[],
  ): Promise<TreeItem[]> => {
    const present = tree === null ? [] : await trees.items(tree);
    const groups = byFirstName(changesBelow);
    const before = new Map(
      present.filter(({ name }) => groups.has(name)).map((item) => [item.name, item]),
    );
    const changed = new Map<string, TreeItem | null>();
    for (const [name, changesHere] of groups) {
      changed.set(name, await changeItem(name, before.get(name), changesHere));
    }
    const items = present.flatMap((item) =>
      changed.has(item.name) ? (changed.get(item.name) ?? []) : item,
    );
    const added = [...changed].flatMap(([name, item]) => (before.has(name) ? [] : (item ?? [])));
    const isMoved = [...before].some(([name, { mode }]) => changed.get(name)?.mode !== mode);
    return added.length > 0 || isMoved ? [...items, ...added].sort(inGitOrder) : items;
  };

  const items = await changeDirectory(
    base,
    [...changes].map(([path, file]) => ({ names: path.split('/').map(storedName), file })),
  );
  return { root: addTree(items), objects };
};

interface Target {
  readonly author: Author;
  readonly objects: Pick<Objects, 'write' | 'start'>;
  readonly trees: Pick<Trees, 'items' | 'rememberItems'>;
}

// Files written at a time.
const CONCURRENCY = 16;

/** Throws `StoreRefused` for an object that does not exist, since none must refer to it. */
const requireObject = (objects: Target['objects'], type: 'blob' | 'commit', sha: string) =>
  objects.start(sha, type).catch((error: unknown) => {
    throw error instanceof NotFound ? new StoreRefused(`There is no ${type} ${sha}`) : error;
  });

/**
 * Writes a commit with its trees and blobs, without moving the branch. Without a parent it is a
 * root commit. Throws `StoreRefused` for a message with a NUL character, and for a stored blob or
 * second parent that does not exist.
 */
export const writeCommit = async (
  { author, objects, trees }: Target,
  parent: Commit | null,
  changes: EffectiveChanges,
  { message, merges }: Pick<CommitRequest, 'message' | 'merges'>,
): Promise<Commit> => {
  if (message.includes('\0')) throw new StoreRefused("A commit message can't hold a NUL character");
  if (merges !== undefined) await requireObject(objects, 'commit', merges);
  const stored = [...changes.values()].flatMap((file) => (file && !file.bytes ? file.sha : []));
  await mapConcurrently(stored, CONCURRENCY, (sha) => requireObject(objects, 'blob', sha));
  const rebuilt = await rebuildTree(trees, parent && parent.tree, changes);
  await mapConcurrently(rebuilt.objects, CONCURRENCY, (object) => objects.write(object));
  const body = renderCommit({
    tree: rebuilt.root,
    parents: [parent?.sha ?? [], merges ?? []].flat(),
    author,
    message,
  });
  const commit = newObject('commit', body);
  await objects.write(commit);
  return parseCommit(toCommitSha(commit.sha), body);
};
