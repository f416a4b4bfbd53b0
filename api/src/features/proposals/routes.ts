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
import { presentProposal, presentProposalChanges } from './proposal-presenter.ts';
import { commitSha, parseBody } from '../../core/http/requests/parse-request.ts';
import { proposedIn, readSaveOptions } from '../../core/http/requests/revision.ts';
import type { Command } from '../../core/saving/save-command.ts';
import type { RouteDeps } from '../../core/http/deps.ts';

const CHANGED =
  'The proposal was changed since you opened it. Read it again before you publish it.';

const NOT_OPEN = 'There is no such open proposal';

const idOf = (ctx: RouterContext): string => ctx.params['id'] ?? '';

/** `GET /api/proposals`, `GET /api/proposals/{id}`, `POST /api/proposals/{id}/publish` */
export const proposalRoutes = (deps: RouteDeps): Router => {
  const { reader, proposals, saves, saveOnHead, admin, origin } = deps;
  return new Router({ prefix: '/proposals' })
    .get('/', admin, async (ctx) => {
      const { proposals: open, ...more } = await proposals.list();
      const response = { proposals: open.map(presentProposal), ...more };
      ctx.body = response satisfies ProposalsResponse;
    })
    .get('/:id', admin, async (ctx) => {
      const proposal = await proposals.find(idOf(ctx));
      if (!proposal) throw new EntityNotFound(NOT_OPEN);
      const response = await presentProposalChanges(deps, proposal);
      ctx.body = response satisfies ProposalResponse;
    })
    .post('/:id/publish', admin, async (ctx) => {
      const request = await parseBody(ctx, publishSchema, POST_BODY_MAX_BYTES);
      const [id, head] = [idOf(ctx), commitSha(request.head)];
      proposals.forget();
      const proposal = await proposals.find(id);
      const options = { ...readSaveOptions(ctx), onHead: true, body: proposedIn(origin) };
      // A repeated request may be for one that is published by now, in part or whole.
      const { operationId } = options;
      const isRepeated = async () =>
        operationId !== undefined && (await saves.isWritten(operationId));
      if (proposal && proposal.head !== head && !(await isRepeated())) throw new StaleHead(CHANGED);
      const isPublished = async () =>
        (await proposals.baseOf(head, (await reader.latest()).revision)) === head;
      if (!proposal && !(await isPublished())) throw new EntityNotFound(NOT_OPEN);
      const save = (command: Command) => saveOnHead(ctx, command);
      await publishProposal(deps, { id, head, proposal }, { request, save, options });
      proposals.forget();
    });
};
