import type { EffectiveChanges } from './effective-changes.ts';
import type { Tree } from './git-store.ts';

/** The tree that `changes` make of `tree`. */
export const applyChanges = (tree: Tree, changes: EffectiveChanges): Tree => {
  const result = new Map(tree);
  for (const [path, file] of changes) {
    if (file) result.set(path, { sha: file.sha, size: file.bytes.byteLength });
    else result.delete(path);
  }
  return result;
};
