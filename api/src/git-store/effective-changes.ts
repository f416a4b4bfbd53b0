/** What the port says of a change set before it is written, the same for every adapter. */

import { StoreRefused } from './errors.ts';
import { blobShaOf } from './git-object-id.ts';
import type { BlobSha, Changes, Tree } from './git-store.ts';
import { refuseIllegalPath } from './legal-path.ts';

export interface NewFile {
  readonly sha: BlobSha;
  readonly bytes: Uint8Array;
}

/** The file each path shall be, or null for one that shall go. */
export type EffectiveChanges = ReadonlyMap<string, NewFile | null>;

const directoriesAbove = (path: string): string[] => {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
};

const refuseClashes = (tree: Tree, changes: EffectiveChanges): void => {
  const paths = new Set([...tree.keys(), ...changes.keys()]);
  const files = [...paths].filter((path) => changes.get(path) !== null);
  const directories = new Set(files.flatMap(directoriesAbove));
  const clash = files.find((path) => directories.has(path));
  if (clash !== undefined) {
    throw new StoreRefused(`${JSON.stringify(clash)} can't be both a file and a directory`);
  }
};

/**
 * The changes that change something on `tree`: the same bytes and the deletion of an absent path
 * are dropped. Throws `StoreRefused` for an illegal path, and for one that would be both a file
 * and a directory.
 */
export const effectiveChanges = (tree: Tree, changes: Changes): EffectiveChanges => {
  const effective = new Map<string, NewFile | null>();
  for (const [path, bytes] of changes) {
    refuseIllegalPath(path);
    const present = tree.get(path);
    const file = bytes && { sha: blobShaOf(bytes), bytes };
    if (file?.sha !== present?.sha) effective.set(path, file);
  }
  refuseClashes(tree, effective);
  return effective;
};
