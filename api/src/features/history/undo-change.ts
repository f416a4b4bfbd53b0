import type { Decision } from 'content-schema';
import { changedPaths } from '../../core/git-store/changes.ts';
import { invalidInput, type InvalidInput } from '../../core/reading/errors.ts';
import { undoSubject } from '../../core/saving/commit-message.ts';
import type { Command } from '../../core/saving/save-command.ts';
import type { CommitChange, ContentHistory } from '../../core/reading/content-history.ts';
import { mergeTrees } from '../../core/saving/merge-trees.ts';
import { findRenames, followRenames } from '../../core/reading/renames.ts';

const invalid = (message: string): InvalidInput => invalidInput('commit', message);

const FIRST_CHANGE = 'The first change cannot be undone: there was nothing before it';
const LINKS_CHANGE =
  'This change cannot be undone here: it added or removed a symbolic link or a submodule';
const NO_FILES = 'This change cannot be undone here: it changed the content of no file';

/**
 * Reverts a commit and merges the result with later changes. Throws `MergeConflict` for an
 * undecided overlap with a later change, `InvalidInput` for a commit that can't be undone, and
 * `UnreadableFile` if a file with later edits can't be parsed.
 */
export const undoChange =
  (
    { info, before, after, changesLinks }: CommitChange,
    decisions: readonly Decision[],
    history: Pick<ContentHistory, 'read' | 'lastRemoval'>,
  ): Command =>
  async (context) => {
    const { parent } = info;
    if (parent === null) throw invalid(FIRST_CHANGE);
    if (changesLinks) throw invalid(LINKS_CHANGE);
    if (changedPaths(before, after).length === 0) throw invalid(NO_FILES);
    const { changes } = await mergeTrees(
      {
        base: { revision: info.sha, tree: after },
        mine: { revision: parent, tree: before },
        decisions,
        read: history.read,
        findRenames: () => findRenames({ before: after, after: before }, history.read),
        follow: (paths, to) => followRenames(paths, { from: after, since: info, to, history }),
        error: (reason) => invalid(`The change cannot be undone: ${reason}`),
      },
      context,
    );
    return { subject: undoSubject(info.message), changes, undoes: info.sha };
  };
