import Router from '@koa/router';
import * as v from 'valibot';
import { isCommitSha } from '../../git-store/git-object-id.ts';
import type { CommitSha } from '../../git-store/git-store.ts';
import { presentComparison } from '../../presenters/comparison.ts';
import type { RouteDeps } from '../deps.ts';
import { parseQuery } from '../requests/parse-request.ts';

const commit = v.optional(v.custom<CommitSha>(isCommitSha, 'Choose a commit by its whole id'));
const querySchema = v.object({ from: commit, to: commit });

/** `GET /api/compare` */
export const compareRoutes = (deps: RouteDeps): Router =>
  new Router().get('/compare', deps.admin, async (ctx) => {
    const { from, to } = parseQuery(ctx, querySchema);
    ctx.body = await presentComparison(deps, from, to);
  });
