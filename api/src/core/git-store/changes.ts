/** Checks and normalises a change set before it is written, in the same way for every adapter. */

import { StoreRefused } from './errors.ts';
import { blobShaOf } from './git-object-id.ts';
import type { Changes, StoredBlob, Tree, TreeEntry } from './git-store.ts';
import { mapYielding } from './map-yielding.ts';

// Characters that HFS+ ignores in names, so `.g\u200cit` is `.git` there.
// https://github.com/git/git/blob/v2.39.0/utf8.c (next_hfs_char)
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

// NTFS drops dots and spaces at the end, knows the short name, and reads `:` as a stream's name.
// https://github.com/git/git/blob/v2.39.0/path.c (is_ntfs_dotgit)
const GIT_DIRECTORY = /^(\.git|git~1)[. ]*(:.*)?$/i;

const isLegalName = (name: string): boolean =>
  !['', '.', '..'].includes(name) && !GIT_DIRECTORY.test(name.replace(IGNORED_BY_HFS, ''));

/** Whether git allows the path in a repository on every platform. */
const isLegalPath = (path: string): boolean =>
  path.isWellFormed() && !/[\0\\]/.test(path) && path.split('/').every(isLegalName);

export interface NewFile extends StoredBlob {
  /** Absent for a blob that the store already has. */
  readonly bytes?: Uint8Array;
}

/** The new file at each path; null deletes it. */
export type EffectiveChanges = ReadonlyMap<string, NewFile | null>;

export const toNewFile = (content: Uint8Array | StoredBlob): NewFile =>
  content instanceof Uint8Array
    ? { sha: blobShaOf(content), size: content.byteLength, bytes: content }
    : content;

const directoriesAbove = (path: string): string[] => {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
};

const rejectClashes = (tree: Tree, changes: EffectiveChanges): void => {
  // Only added paths can clash; checking the thousands of existing files would be slow.
  const added = [...changes].flatMap(([path, file]) => (file && !tree.has(path) ? [path] : []));
  if (added.length === 0) return;
  const isFile = (path: string): boolean => {
    const changed = changes.get(path);
    return changed === undefined ? tree.has(path) : changed !== null;
  };
  const files = [...tree.keys(), ...added].filter(isFile);
  const directories = new Set(files.flatMap(directoriesAbove));
  const clash = added
    .flatMap((path) => [path, ...directoriesAbove(path)])
    .find((path) => directories.has(path) && isFile(path));
  if (clash !== undefined) {
    throw new StoreRefused(`${JSON.stringify(clash)} can't be both a file and a directory`);
  }
};

/** Overwriting a link would silently lose the content that it points to. */
const rejectLinks = (links: readonly string[], changes: EffectiveChanges): void => {
  if (links.length === 0) return;
  const written = [...changes].flatMap(([path, file]) => (file ? [path] : []));
  const paths = new Set(written.flatMap((path) => [path, ...directoriesAbove(path)]));
  const link = links.find((path) => paths.has(path));
  if (link !== undefined) {
    throw new StoreRefused(`${JSON.stringify(link)} is a symbolic link or a submodule`);
  }
};

/**
 * Returns the changes that have an effect on `tree`: rewriting a file with the same bytes and
 * deleting an absent path are dropped. `links` are the paths that `tree` leaves out. Throws
 * `StoreRefused` for an illegal path, for a path that would be both a file and a directory, and for
 * a link. Yields to other requests.
 */
export const effectiveChanges = async (
  tree: Tree,
  links: readonly string[],
  changes: Changes,
): Promise<EffectiveChanges> => {
  const effective = new Map<string, NewFile | null>();
  await mapYielding([...changes], ([path, content]) => {
    if (!isLegalPath(path)) {
      throw new StoreRefused(`Git doesn't allow the path ${JSON.stringify(path)}`);
    }
    const present = tree.get(path);
    const file = content && toNewFile(content);
    if (file?.sha !== present?.sha) effective.set(path, file);
  });
  rejectClashes(tree, effective);
  rejectLinks(links, effective);
  return effective;
};

export const applyChanges = (tree: Tree, changes: EffectiveChanges): Tree => {
  const result = new Map(tree);
  for (const [path, file] of changes) {
    if (file) {
      const { executable } = tree.get(path) ?? file;
      result.set(path, { sha: file.sha, size: file.size, ...(executable && { executable }) });
    } else result.delete(path);
  }
  return result;
};

/** Returns those of the files at the paths that a tree has. */
export const filesAt = (tree: Tree, paths: Iterable<string>): Map<string, TreeEntry> =>
  new Map(
    Array.from(paths).flatMap((path) => {
      const entry = tree.get(path);
      return entry ? [[path, entry]] : [];
    }),
  );

export const changedPaths = (before: Tree, after: Tree): string[] => {
  const changed: string[] = [];
  let added = 0;
  for (const [path, entry] of after) {
    const present = before.get(path);
    if (!present) added += 1;
    if (present !== entry && present?.sha !== entry.sha) changed.push(path);
  }
  const isComplete = before.size + added === after.size;
  const deleted = isComplete ? [] : [...before.keys()].filter((path) => !after.has(path));
  return [...deleted, ...changed];
};
