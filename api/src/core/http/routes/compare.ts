import * as v from 'valibot';
import { isCommitSha } from '../../git-store/git-object-id.ts';
import type { CommitSha } from '../../git-store/git-store.ts';
import { adminOnly, createCalls, type CallRouter } from '../calls.ts';
import { presentComparison } from '../../presenters/comparison.ts';
import type { RouteDeps } from '../deps.ts';
import { parseQuery } from '../requests/parse-request.ts';

const commit = v.optional(v.custom<CommitSha>(isCommitSha, 'Choose a commit by its whole id'));
const querySchema = v.object({ from: commit, to: commit });

export const compareRoutes = (deps: RouteDeps): CallRouter =>
  createCalls(deps).get('/compare', adminOnly(), async (ctx) => {
    const { from, to } = parseQuery(ctx, querySchema);
    return presentComparison(deps, from, to);
  });
