import { SITE_PATH, isLogoPath } from 'content-schema';
import type { Tree } from '../../git-store/git-store.ts';
import type { Command } from '../saving/save-command.ts';
import type { FileVersion } from './content-history.ts';

const logosOf = (tree: Tree): string[] => [...tree.keys()].filter(isLogoPath);

/** The site's metadata name the logo's file, so that file comes back with them. */
const pathsOf = ({ path, tree }: FileVersion, current: Tree): string[] =>
  path === SITE_PATH ? [path, ...logosOf(tree), ...logosOf(current)] : [path];

/** Brings a file back as it once was, whatever became of it since. */
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
