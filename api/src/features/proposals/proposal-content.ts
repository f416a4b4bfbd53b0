import { idFrom } from 'content-schema/post-id';
import { createHash } from 'node:crypto';
import type { Content } from '../../core/content.ts';
import type { EditedContent } from '../../core/http/feature.ts';
import {
  ContentError,
  EntityNotFound,
  invalidInput,
  MergeConflict,
} from '../../core/reading/errors.ts';
import type { Branches } from '../../core/reading/branches.ts';
import { keyOf } from '../../core/saving/saved-operations.ts';
import type { Proposals } from './proposals.ts';
import { updateProposal } from './merge-proposal.ts';

interface Options extends Pick<
  Content,
  'store' | 'reader' | 'past' | 'blobs' | 'branches' | 'history' | 'openQueue'
> {
  readonly proposals: Pick<Proposals, 'find'>;
  /** The text of a new proposal. */
  readonly body: string;
}

/** Returns a branch's name of the commit's words, the same when the save is repeated. */
const branchOf = (subject: string, operationId: string): string =>
  idFrom(subject, createHash('sha256').update(keyOf(operationId)).digest());

export type OpenProposal = ReturnType<typeof createProposalContent>;

/**
 * Returns a function that opens the content of a proposal, by the id of an open one or `new`: then
 * it is the site's until a save writes it to a branch of its own and proposes that. If a save
 * conflicts, the branch gets what the site got since it began, by a merge commit. Throws
 * `EntityNotFound` if there is no such proposal, `InvalidInput` if it is a fork's.
 */
export const createProposalContent = (options: Options) => {
  const { store, reader, past, blobs, branches, proposals, openQueue, body } = options;
  return async (id: string, onSaved?: (id: string) => void): Promise<EditedContent> => {
    const joined = id === 'new' ? undefined : await proposals.find(id);
    if (id !== 'new' && !joined) throw new EntityNotFound('There is no such open proposal');
    let { branch, title = '' } = joined ?? {};
    if (joined && branch === undefined)
      throw invalidInput('proposal', "A fork's proposal can't be added to here");

    const onBranch = async (name: string, from: Pick<Branches, 'resolve'>) =>
      past.at(await from.resolve({ branch: name }));
    const ofBranch = (from: Pick<Branches, 'resolve'> = store) =>
      branch === undefined ? undefined : onBranch(branch, from);
    const queue = openQueue({
      blobs,
      store: {
        history: (query) => store.history(query),
        commit: (request) => {
          if (branch === undefined) {
            [title = ''] = request.message.split('\n');
            branch = branchOf(title, request.operationId);
          }
          return store.commit({ ...request, branch });
        },
      },
      reader: {
        current: () => ofBranch() ?? reader.current(),
        atLeast: (commit) => ofBranch() ?? reader.atLeast(commit),
        refresh: (head) => ofBranch() ?? reader.refresh(head),
        at: (commit) => reader.at(commit),
        adopt: ({ head }) => past.at(head),
      },
    });
    const save: EditedContent['save'] = async (command, saveOptions) => {
      try {
        const saved = await queue.save(command, saveOptions).catch(async (conflict: unknown) => {
          if (!joined || !(conflict instanceof MergeConflict)) throw conflict;
          // It may be that the branch only lacks what the site got since.
          const { revision } = await reader.current();
          const update = updateProposal(options, title, revision);
          await queue.save(update, {}).catch((error: unknown) => {
            throw error instanceof ContentError ? conflict : error;
          });
          return queue.save(command, saveOptions);
        });
        let proposed: { readonly id: string } | undefined = joined;
        if (!joined && branch !== undefined && saved.commit !== undefined)
          proposed = (await store.pullRequests?.open({ branch, title, body })) ?? { id: branch };
        if (proposed) onSaved?.(proposed.id);
        return saved;
      } finally {
        branches.forget();
      }
    };
    return {
      current: () => ofBranch(branches) ?? reader.current(),
      latest: () => ofBranch() ?? reader.latest(),
      save,
    };
  };
};
