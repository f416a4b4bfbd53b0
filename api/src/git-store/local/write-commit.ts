import type { EffectiveChanges } from '../effective-changes.ts';
import { StoreRefused } from '../errors.ts';
import { toCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { renderCommit, type Commit } from './commit-object.ts';
import { newObject } from './objects.ts';
import { rebuildTree } from './rebuild-tree.ts';
import type { Repository } from './repository.ts';

// Files written at a time.
const CONCURRENCY = 16;

/**
 * Writes a commit and all it needs; no branch points at it yet. Without a parent it is the first
 * of its history. Throws `StoreRefused` for a message that git can't keep.
 */
export const writeCommit = async (
  { author, objects, trees }: Repository,
  parent: Commit | null,
  changes: EffectiveChanges,
  message: string,
): Promise<CommitSha> => {
  if (message.includes('\0')) throw new StoreRefused("A commit message can't hold a NUL character");
  const rebuilt = await rebuildTree(trees, parent && parent.tree, changes);
  await mapConcurrently(rebuilt.objects, CONCURRENCY, (object) => objects.write(object));
  const commit = newObject(
    'commit',
    renderCommit({
      tree: rebuilt.root,
      parent: parent && parent.sha,
      author,
      date: new Date(),
      message,
    }),
  );
  await objects.write(commit);
  return toCommitSha(commit.sha);
};
