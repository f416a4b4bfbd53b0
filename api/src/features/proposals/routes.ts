import Router, { type RouterContext } from '@koa/router';
import {
  POST_BODY_MAX_BYTES,
  publishSchema,
  type ProposalResponse,
  type ProposalsResponse,
} from 'content-schema';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { publishProposal } from './publish-proposal.ts';
import { StaleHead } from '../../core/git-store/errors.ts';
import { commitSha, parseBody, queryText } from '../../core/http/requests/parse-request.ts';
import { readSaveOptions } from '../../core/http/requests/revision.ts';
import type { Command } from '../../core/saving/save-command.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
import { createProposals } from './proposals.ts';
import { createPropose } from './propose.ts';
import { createProposalStatus } from './proposal-status.ts';

const CHANGED =
  'The proposal was changed since you opened it. Read it again before you publish it.';

const NOT_OPEN = 'There is no such open proposal';

const idOf = (ctx: RouterContext): string => ctx.params['id'] ?? '';

/** `GET /api/proposals`, `GET /api/proposals/{id}`, `POST /api/proposals/{id}/publish` */
export const proposalsFeature: CreateFeature = (deps) => {
  const { reader, branches, saves, saveOnHead, admin } = deps;
  const proposals = createProposals(deps);
  const propose = createPropose({ ...deps, proposals });
  /** The text of a new proposal. */
  const body = `Proposed in the dashboard: ${deps.origin}/admin/proposals`;
  const setStatus = deps.webhook && createProposalStatus(deps, deps.webhook.branch);

  const routes = new Router({ prefix: '/proposals' })
    .get('/', admin, async (ctx) => {
      const { proposals: open, ...more } = await proposals.list();
      const summaries = open.map(({ branch: _, comments: __, ...summary }) => summary);
      const response = { proposals: summaries, ...more };
      ctx.body = response satisfies ProposalsResponse;
    })
    .get('/:id', admin, async (ctx) => {
      const proposal = await proposals.find(idOf(ctx));
      if (!proposal) throw new EntityNotFound(NOT_OPEN);
      const { branch: _, ...shown } = proposal;
      const base = await branches.baseOf(shown.head, (await reader.current()).revision);
      const response = { ...shown, base };
      ctx.body = response satisfies ProposalResponse;
    })
    .post('/:id/publish', admin, async (ctx) => {
      const request = await parseBody(ctx, publishSchema, POST_BODY_MAX_BYTES);
      const [id, head] = [idOf(ctx), commitSha(request.head)];
      branches.forget();
      const proposal = await proposals.find(id);
      const saveOptions = { ...readSaveOptions(ctx), onHead: true, body };
      // A repeated request may be for one that is published by now, in part or whole.
      const { operationId } = saveOptions;
      const isRepeated = async () =>
        operationId !== undefined && (await saves.isWritten(operationId));
      if (proposal && proposal.head !== head && !(await isRepeated())) throw new StaleHead(CHANGED);
      const isPublished = async () =>
        (await branches.baseOf(head, (await reader.latest()).revision)) === head;
      if (!proposal && !(await isPublished())) throw new EntityNotFound(NOT_OPEN);
      const save = (command: Command) => saveOnHead(ctx, command);
      await publishProposal(
        { ...deps, propose },
        { id, head, proposal },
        { request, save, options: saveOptions },
      );
      branches.forget();
    });
  return {
    apiRoutes: [routes],
    saveElsewhere: async (ctx, command, options) => {
      if (!('proposal' in ctx.query)) return undefined;
      const proposal = queryText(ctx, 'proposal');
      return { proposal: await propose(command, { ...options, proposal, body }) };
    },
    onDelivery: async (event, payload) => {
      if (event === 'pull_request') await setStatus?.(payload());
    },
  };
};
