import { isContentPath, photoOf } from 'content-schema';
import type { Changes } from '../../git-store/git-store.ts';
import type { Command } from './save-command.ts';

/**
 * Brings the default content back as one commit; what was there stays in the history. Photos are
 * kept, and so is every file that isn't content.
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
