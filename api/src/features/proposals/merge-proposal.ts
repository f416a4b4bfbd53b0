import type { CommitSha } from '../../core/git-store/git-store.ts';
import { EntityNotFound, invalidInput } from '../../core/reading/errors.ts';
import type { Branches } from '../../core/reading/branches.ts';
import type { ContentHistory } from '../../core/reading/content-history.ts';
import { mergeTrees, type Merged, type TreeChange } from '../../core/saving/merge-trees.ts';
import { followRenames, renamesBetween } from '../../core/reading/renames.ts';
import { updateSubject } from '../../core/messages/commit-message.ts';
import type { Command, SaveContext } from '../../core/saving/save-command.ts';

const LINKS =
  'This proposal cannot be published here: it adds or removes a symbolic link or a submodule';

export interface MergeDeps {
  readonly history: ContentHistory;
  readonly branches: Pick<Branches, 'baseOf'>;
}

/**
 * Merges the changes of a commit with the content. Throws `MergeConflict` for an undecided overlap
 * with later changes, `InvalidInput` for a commit that can't be merged, `EntityNotFound` if it was
 * merged before, and `UnreadableFile` like `mergeTrees`.
 */
export const mergeCommit = async (
  { branches, history }: MergeDeps,
  head: CommitSha,
  { leaveOut = [], decisions }: Pick<TreeChange, 'leaveOut' | 'decisions'>,
  context: SaveContext,
): Promise<Merged> => {
  const base = await branches.baseOf(head, context.current.revision);
  if (base === head) throw new EntityNotFound('This proposal is already published');
  const { before, after, changesLinks } = await history.between(base, head);
  const error = (message: string) => invalidInput('head', message);
  if (changesLinks) throw error(LINKS);
  const since = await history.info(base);
  const follow: TreeChange['follow'] = (paths, to) =>
    followRenames(
      paths.filter((path) => before.has(path)),
      { from: before, since, to, history },
    );
  const change: TreeChange = {
    base: { revision: base, tree: before },
    mine: { revision: head, tree: after },
    ...{ leaveOut, decisions, read: history.read, follow },
    findRenames: () => renamesBetween({ base, before, head, after }, history),
    error: (reason) => error(`The proposal cannot be published: ${reason}`),
  };
  return mergeTrees(change, context);
};

/** Merges the site into the content of a proposal, with two parents. Throws like `mergeCommit`. */
export const updateProposal =
  (deps: MergeDeps, title: string, head: CommitSha): Command =>
  async (context) => {
    const { changes } = await mergeCommit(deps, head, { decisions: [] }, context);
    return { subject: updateSubject(title), changes, merges: head };
  };
