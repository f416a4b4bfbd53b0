import { isContentPath, isLogoPath, photoOf, SITE_PATH } from 'content-schema';
import type { Changes, Tree } from '../../git-store/git-store.ts';
import type { FileVersion } from '../history/content-history.ts';
import type { Command } from './save-command.ts';

/**
 * Restores the default content as one commit; what was there stays in the history. Photos are kept,
 * and so is every file that isn't content.
 */
export const resetContent =
  (defaultContent: ReadonlyMap<string, Uint8Array>): Command =>
  ({ current }) => {
    const gone = [...current.tree.keys()].filter(
      (path) => isContentPath(path) && !photoOf(path) && !defaultContent.has(path),
    );
    const changes: Changes = new Map<string, Uint8Array | null>([
      ...gone.map((path): [string, null] => [path, null]),
      ...defaultContent,
    ]);
    return Promise.resolve({ subject: 'Restore defaults', changes });
  };

const logosOf = (tree: Tree): string[] => [...tree.keys()].filter(isLogoPath);

/** `site.json` names the logo's file, so both are restored together. */
const pathsOf = ({ path, tree }: FileVersion, current: Tree): string[] =>
  path === SITE_PATH ? [path, ...logosOf(tree), ...logosOf(current)] : [path];

/** Restores a file as it once was, also one that was changed or deleted since. */
export const restoreFile =
  (version: FileVersion): Command =>
  async ({ current, blobs }) => {
    const { path, tree, date } = version;
    const paths = pathsOf(version, current.tree);
    const bytes = await blobs.read(paths.flatMap((it) => tree.get(it)?.sha ?? []));
    const contentOf = (it: string): Uint8Array | null => {
      const entry = tree.get(it);
      return (entry && bytes.get(entry.sha)) ?? null;
    };
    return {
      subject: `Restore ${path} as of ${date.slice(0, 10)}`,
      changes: new Map(paths.map((it) => [it, contentOf(it)])),
    };
  };
