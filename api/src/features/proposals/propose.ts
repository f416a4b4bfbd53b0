import type { ProposedResponse } from 'content-schema';
import { idFrom } from 'content-schema/post-id';
import { createHash } from 'node:crypto';
import type { Content } from '../../core/content.ts';
import {
  ContentError,
  EntityNotFound,
  invalidInput,
  MergeConflict,
} from '../../core/reading/errors.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import type { Command } from '../../core/saving/save-command.ts';
import { keyOf } from '../../core/saving/saved-operations.ts';
import type { SaveOptions } from '../../core/saving/save-queue.ts';
import type { Proposals } from './proposals.ts';
import { updateProposal } from './merge-proposal.ts';

interface Options extends Pick<
  Content,
  'store' | 'reader' | 'past' | 'photos' | 'branches' | 'history' | 'openQueue'
> {
  readonly proposals: Pick<Proposals, 'find'>;
}

export interface ProposeOptions extends SaveOptions {
  /** The id of an open proposal to add to, or `new`. */
  readonly proposal: string;
  /** The text of a new proposal. */
  readonly body: string;
}

/** Returns a branch's name of the commit's words, the same when the save is repeated. */
const branchOf = (subject: string, operationId: string): string =>
  idFrom(subject, createHash('sha256').update(keyOf(operationId)).digest());

export type Propose = ReturnType<typeof createPropose>;

/**
 * Returns a function that writes a command's change to a proposal instead of the served content: to
 * a branch of its own, from which it opens a proposal, or to that of an open proposal. Like a save,
 * it merges with the content there and is written once, however often it is repeated. If it conflicts,
 * the branch gets what the site got since it began, by a merge commit. Throws
 * `EntityNotFound` if there is no such proposal, and like `SaveQueue.save`.
 */
export const createPropose = (options: Options) => {
  const { store, reader, past, branches, proposals, openQueue } = options;
  return async (
    command: Command,
    { proposal, body, ...saveOptions }: ProposeOptions,
  ): Promise<ProposedResponse['proposal']> => {
    const joined = proposal === 'new' ? undefined : await proposals.find(proposal);
    if (proposal !== 'new' && !joined) throw new EntityNotFound('There is no such open proposal');
    let { branch, title = '' } = joined ?? {};
    if (joined && branch === undefined)
      throw invalidInput('proposal', "A fork's proposal can't be added to here");

    let isRead = false;
    const readBranch = async (name: string): Promise<ContentSnapshot> => {
      const head = isRead || !joined ? await store.resolve({ branch: name }) : joined.head;
      isRead = true;
      return past.at(head);
    };
    const onBranch = () => (branch === undefined ? undefined : readBranch(branch));
    const queue = openQueue({
      blobs: options.photos,
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
        current: () => onBranch() ?? reader.current(),
        atLeast: (commit) => onBranch() ?? reader.atLeast(commit),
        refresh: (head) => onBranch() ?? reader.refresh(head),
        at: (commit) => reader.at(commit),
        adopt: ({ head }) => past.at(head),
      },
    });
    try {
      const save = () => queue.save(command, saveOptions);
      const { commit } = await save().catch(async (conflict: unknown) => {
        if (!joined || !(conflict instanceof MergeConflict)) throw conflict;
        // It may be that the branch only lacks what the site got since.
        const { revision } = await reader.current();
        await queue.save(updateProposal(options, title, revision), {}).catch((error: unknown) => {
          throw error instanceof ContentError ? conflict : error;
        });
        return save();
      });
      if (joined)
        return { id: joined.id, title, ...(joined.url !== undefined && { url: joined.url }) };
      if (commit === undefined || branch === undefined)
        throw invalidInput('proposal', 'There is nothing to propose');
      return { title, id: branch, ...(await store.pullRequests?.open({ branch, title, body })) };
    } finally {
      branches.forget();
    }
  };
};
