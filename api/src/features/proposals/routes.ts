import { POST_BODY_MAX_BYTES, PROPOSAL_HEADER, publishSchema } from 'content-schema';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { publishProposal } from './publish-proposal.ts';
import { StaleHead } from '../../core/git-store/errors.ts';
import { commitSha, queryText } from '../../core/http/requests/parse-request.ts';
import { readSaveOptions } from '../../core/http/requests/revision.ts';
import { adminOnly, createCalls } from '../../core/http/calls.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
import { createProposals } from './proposals.ts';
import { createProposalContent } from './proposal-content.ts';
import { createProposalStatus } from './proposal-status.ts';

const CHANGED =
  'The proposal was changed since you opened it. Read it again before you publish it.';

const NOT_OPEN = 'There is no such open proposal';

export const proposalsFeature: CreateFeature = (deps) => {
  const { reader, branches, save, saves, siteContent } = deps;
  const proposals = createProposals(deps);
  const body = `Proposed in the dashboard: ${deps.origin}/admin/proposals`;
  const open = createProposalContent({ ...deps, proposals, body });
  const setStatus = deps.webhook && createProposalStatus(deps, deps.webhook.branch);

  const publishing = adminOnly().json(publishSchema, POST_BODY_MAX_BYTES);

  const calls = createCalls(deps)
    .get('/proposals', adminOnly(), async () => {
      const { proposals: open, ...more } = await proposals.list();
      const summaries = open.map(({ branch: _, comments: __, ...summary }) => summary);
      return { proposals: summaries, ...more };
    })
    .get('/proposals/{id}', adminOnly(), async (ctx) => {
      const proposal = await proposals.find(ctx.params.id);
      if (!proposal) throw new EntityNotFound(NOT_OPEN);
      const { branch: _, ...shown } = proposal;
      const base = await branches.baseOf(shown.head, (await reader.current()).revision);
      return { ...shown, base };
    })
    .post('/proposals/{id}/publish', publishing, async (ctx, request) => {
      const { id } = ctx.params;
      const head = commitSha(request.head);
      branches.forget();
      const proposal = await proposals.find(id);
      const saveOptions = { ...readSaveOptions(ctx), onHead: true };
      // A repeated request may be for one that is published by now, in part or whole.
      const { operationId } = saveOptions;
      const isRepeated = async () =>
        operationId !== undefined && (await saves.isWritten(operationId));
      if (proposal && proposal.head !== head && !(await isRepeated())) throw new StaleHead(CHANGED);
      const isPublished = async () =>
        (await branches.baseOf(head, (await reader.latest()).revision)) === head;
      if (!proposal && !(await isPublished())) throw new EntityNotFound(NOT_OPEN);
      const response = await publishProposal(
        { ...deps, open },
        { id, head, proposal },
        {
          request,
          save: (command) => save(ctx, command, { onHead: true, to: siteContent }),
          options: saveOptions,
        },
      );
      branches.forget();
      return response;
    });
  return {
    calls,
    editedContent: async (ctx) => {
      if (!('proposal' in ctx.query)) return undefined;
      return open(queryText(ctx, 'proposal'), (id) => ctx.set(PROPOSAL_HEADER, id));
    },
    onDelivery: async (event, payload) => {
      if (event === 'pull_request') await setStatus?.(payload());
    },
  };
};
