import type { RevisionResponse } from 'content-schema';
import { isSame } from 'content-schema/merge';
import { changedPaths } from '../../core/git-store/changes.ts';
import type {
  Changes,
  CommitSha,
  GitStore,
  ProposalInfo,
  Tree,
} from '../../core/git-store/git-store.ts';
import { fallback } from '../../core/git-store/errors.ts';
import { ContentError, invalidInput } from '../../core/reading/errors.ts';
import type { TreeChange } from '../../core/saving/merge-trees.ts';
import type { PastContent } from '../../core/reading/past-content.ts';
import { publishSubject, restSubject, updateSubject } from '../../core/messages/commit-message.ts';
import type { Command } from '../../core/saving/save-command.ts';
import { hasEffect } from '../../core/saving/save-parts.ts';
import type { Saved, SaveOptions } from '../../core/saving/save-queue.ts';
import { mergeCommit, type MergeDeps } from './merge-proposal.ts';
import type { OpenProposal } from './proposal-content.ts';

interface Deps extends MergeDeps, Pick<GitStore, 'info'> {
  readonly past: Pick<PastContent, 'at'>;
  readonly open: OpenProposal;
}

interface Published {
  readonly id: string;
  readonly head: CommitSha;
  /** Undefined if it is not open any more, for a repeated publication. */
  readonly proposal: ProposalInfo | undefined;
}

interface Options {
  readonly request: Required<Pick<TreeChange, 'leaveOut' | 'decisions'>>;
  readonly save: (command: Command) => Promise<Saved>;
  readonly options: SaveOptions;
}

/** Returns what leads from one tree to another that also has some changes. */
const changesTo = (from: Tree, to: Tree, added: Changes): Changes => {
  const paths = new Set([...changedPaths(from, to), ...added.keys()]);
  const contentAt = (path: string) => (added.has(path) ? added.get(path) : to.get(path)) ?? null;
  return new Map([...paths].map((path) => [path, contentAt(path)]));
};

/**
 * Merges a proposal into the content by `save`. What is left out goes on as a proposal: a branch of
 * this repository gets the new commit of the site and the rest, unless somebody has changed it; of a
 * fork, the rest becomes a proposal of its own, before the fork's is closed by a commit with two
 * parents. Throws `InvalidInput` if everything is left out, and like `mergeCommit` and `OpenProposal`.
 */
export const publishProposal = async (
  { info, past, open, ...deps }: Deps,
  { id, head, proposal }: Published,
  { request, save, options }: Options,
): Promise<RevisionResponse> => {
  const { title = '', branch } = proposal ?? {};
  let rest: Changes = new Map();
  const nothingLeft = invalidInput('leaveOut', 'The site has what is left out');
  const merge =
    (pick: 'changes' | 'rest'): Command =>
    async (context) => {
      const merged = await mergeCommit(deps, head, request, context);
      const { current } = context;
      if (request.leaveOut.length > 0 && !hasEffect(current, merged.changes)) {
        throw invalidInput('leaveOut', 'Choose at least one change to publish');
      }
      rest = hasEffect(current, merged.rest) ? merged.rest : new Map();
      if (pick === 'rest' && rest.size === 0) throw nothingLeft;
      if (pick === 'rest') return { subject: restSubject(title), changes: rest };
      const goesOn = branch !== undefined && rest.size > 0;
      // GitHub links the number.
      const body = info.kind === 'github' ? `${goesOn ? 'Part of' : 'Merges'} #${id}` : undefined;
      const message = { subject: publishSubject(title), body };
      return { ...message, changes: merged.changes, ...(!goesOn && { merges: head }) };
    };

  const { operationId } = options;
  const own = operationId === undefined ? {} : { operationId: `rest-${operationId}` };
  if (proposal && branch === undefined && request.leaveOut.length > 0) {
    const proposing = (await open('new')).save(merge('rest'), { ...options, ...own });
    await proposing.catch((error: unknown) => {
      if (error !== nothingLeft) throw error;
    });
  }
  const { commit, content } = await save(merge('changes'));
  const response = { revision: content.revision };
  if (branch === undefined || commit === undefined || rest.size === 0) return response;
  const { tree, links } = await past.at(commit);
  const bringForward: Command = ({ current }) => {
    const isReady = current.revision === head && isSame(current.links, links);
    const changes = isReady ? changesTo(current.tree, tree, rest) : new Map<string, null>();
    return { subject: updateSubject(title), changes, ...(isReady && { merges: commit }) };
  };
  // It may be closed by now. It still has all its changes.
  const proposing = open(id).then((content) => content.save(bringForward, own));
  await proposing.catch(fallback(undefined, ContentError));
  return response;
};
