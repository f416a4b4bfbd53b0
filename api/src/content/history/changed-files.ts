import type { Tree, TreeEntry } from '../../git-store/git-store.ts';

/** A file that differs between two trees; absent on the side where there is none. */
export interface ChangedFile {
  readonly path: string;
  readonly before?: TreeEntry;
  readonly after?: TreeEntry;
}

/** What differs between two trees, by path. */
export const changedFiles = (before: Tree, after: Tree): ChangedFile[] =>
  [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path): ChangedFile[] => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old?.sha === now?.sha) return [];
    return [{ path, ...(old && { before: old }), ...(now && { after: now }) }];
  });
