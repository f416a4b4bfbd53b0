import type { CommitSha, GitStore, ProposalInfo } from '../../git-store/git-store.ts';
import { EntityNotFound, InvalidInput } from '../errors.ts';
import type { ContentHistory } from '../history/content-history.ts';
import { mergeTrees, type TreeChange } from '../history/merge-trees.ts';
import { followRenames, renamesBetween } from '../history/renames.ts';
import { publishSubject, updateSubject } from '../saving/commit-message.ts';
import type { Change, Command } from '../saving/save-command.ts';
import { hasEffect } from '../saving/save-parts.ts';
import type { createProposals } from './proposals.ts';

const LINKS =
  'This proposal cannot be published here: it adds or removes a symbolic link or a submodule';

interface Deps {
  readonly history: ContentHistory;
  readonly proposals: Pick<ReturnType<typeof createProposals>, 'baseOf'>;
}

interface Merged extends Pick<Change, 'subject' | 'body'> {
  readonly head: CommitSha;
}

/**
 * Merges a commit into the content, as a commit with two parents. Throws `MergeConflict` for an
 * undecided overlap with later changes, `InvalidInput` for a commit that can't be merged,
 * `EntityNotFound` if it was merged before, and `UnreadableFile` like `mergeTrees`.
 */
const mergeCommit =
  (
    { proposals, history }: Deps,
    { head, ...message }: Merged,
    { leaveOut = [], decisions }: Pick<TreeChange, 'leaveOut' | 'decisions'>,
  ): Command =>
  async (context) => {
    const { current } = context;
    const base = await proposals.baseOf(head, current.revision);
    if (base === head) throw new EntityNotFound('This proposal is already published');
    const { before, after, changesLinks } = await history.between(base, head);
    const error = (message: string, path = 'head') => new InvalidInput([{ path, message }]);
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
    const changes = await mergeTrees(change, context);
    if (leaveOut.length > 0 && !hasEffect(current, changes)) {
      throw error('Choose at least one change to publish', 'leaveOut');
    }
    return { ...message, changes, merges: head };
  };

/** Merges a proposal into the content. Throws like `mergeCommit`. */
export const publishProposal = (
  { info, ...deps }: Deps & Pick<GitStore, 'info'>,
  { id, title, head }: Pick<ProposalInfo, 'id' | 'title' | 'head'>,
  choices: Pick<TreeChange, 'leaveOut' | 'decisions'>,
): Command => {
  // GitHub links the number.
  const body = info.kind === 'github' ? `Merges #${id}` : undefined;
  return mergeCommit(deps, { subject: publishSubject(title), body, head }, choices);
};

/** Merges the site into the content of a proposal. Throws like `mergeCommit`. */
export const updateProposal = (deps: Deps, title: string, head: CommitSha): Command =>
  mergeCommit(deps, { subject: updateSubject(title), head }, { decisions: [] });
