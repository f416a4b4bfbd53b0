import { objectIdOf } from '../git-object-id.ts';
import type { StoredListing, TreeEntry } from '../git-store.ts';
import { mapYielding } from '../map-yielding.ts';
import {
  DIRECTORY_MODE,
  EXECUTABLE_MODE,
  inGitOrder,
  NEW_FILE_MODE,
  renderTree,
  storedName,
  type TreeItem,
} from '../tree-object.ts';

type Files = [path: string, entry: TreeEntry][];

/** The tree object of a folder, and all files below with paths from there; none for the root. */
export type Folder = Readonly<{ files: Files; body: Buffer }>;

/** The folders above a path, without the root. */
const foldersAbove = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

/**
 * Returns the folders of a listing by their ids, which are computed, so that none need be kept; the
 * root is the last. A folder with links is left out, since its id depends on theirs. Yields.
 */
export const filesByFolder = async ({
  tree,
  links,
}: Omit<StoredListing, 'head'>): Promise<ReadonlyMap<string, Folder>> => {
  const folders = new Map<string, { readonly files: Files; readonly items: TreeItem[] }>();
  const folderAt = (path: string) => {
    const folder = folders.get(path) ?? { files: [], items: [] };
    folders.set(path, folder);
    return folder;
  };
  const addItem = (path: string, mode: string, sha: string): void => {
    const at = path.lastIndexOf('/');
    const name = storedName(path.slice(at + 1));
    folderAt(path.slice(0, Math.max(at, 0))).items.push({ mode, name, sha });
  };
  await mapYielding([...tree], ([path, entry]) => {
    addItem(path, entry.executable ? EXECUTABLE_MODE : NEW_FILE_MODE, entry.sha);
    for (const folder of foldersAbove(path))
      folderAt(folder).files.push([path.slice(folder.length + 1), entry]);
  });
  const withLinks = new Set(links.flatMap((path) => ['', ...foldersAbove(path)]));
  const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length);
  // The id of a folder is made of those below it.
  const paths = [...new Set(['', ...folders.keys()])].sort((a, b) => depthOf(b) - depthOf(a));
  const entries = await mapYielding(paths, (path): [string, Folder][] => {
    if (withLinks.has(path)) return [];
    const { files, items } = folderAt(path);
    const body = renderTree(items.sort(inGitOrder));
    const id = objectIdOf('tree', body);
    if (path !== '') addItem(path, DIRECTORY_MODE, id);
    return [[id, { files, body }]];
  });
  return new Map(entries.flat());
};
