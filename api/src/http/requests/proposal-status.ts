/** The commit status of a pull request's newest commit: whether it can be published as it is. */
import type { ProposalResponse } from 'content-schema';
import * as v from 'valibot';
import { createCache } from '../../cache.ts';
import { problemLine } from '../../content/proposals/new-problems.ts';
import { PermissionDenied } from '../../git-store/errors.ts';
import { isCommitSha } from '../../git-store/git-object-id.ts';
import type { CommitSha, CommitStatus } from '../../git-store/git-store.ts';
import { presentProposalChanges } from '../../presenters/proposal-presenter.ts';
import { previewPath } from '../pages/preview-links.ts';
import type { RouteDeps } from '../deps.ts';

const HEADS_MAX = 1_000;
const LINK_MS = 30 * 24 * 60 * 60 * 1000;
/** https://docs.github.com/rest/commits/statuses#create-a-commit-status */
const DESCRIPTION_MAX_LENGTH = 140;
const ACTIONS: readonly string[] = ['opened', 'reopened', 'synchronize'];

/** https://docs.github.com/webhooks/webhook-events-and-payloads#pull_request */
const eventSchema = v.object({
  action: v.string(),
  number: v.number(),
  pull_request: v.object({
    head: v.object({ sha: v.custom<CommitSha>(isCommitSha) }),
    base: v.object({ ref: v.string() }),
  }),
});

/** File names and messages may contain line breaks and invisible characters. */
const shorten = (text: string): string => {
  const line = text.replace(/[\s\p{C}]+/gu, ' ');
  if (line.length <= DESCRIPTION_MAX_LENGTH) return line;
  // Don't leave half of a character.
  return `${line.slice(0, DESCRIPTION_MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

const statusOf = ({ problems: [first], pages }: ProposalResponse): CommitStatus => {
  if (!first) {
    const count = pages.length === 1 ? '1 page' : `${pages.length} pages`;
    return { state: 'success', description: `ready, ${count}` };
  }
  return { state: 'failure', description: shorten(problemLine(first)) };
};

/** Returns a function that handles `pull_request` events; each commit gets one status. */
export const createProposalStatus = (deps: RouteDeps, branch: string) => {
  const { caches, log, origin, previewLinks, setStatus } = deps;
  const heads = createCache<true>(caches, { name: 'proposal-statuses', max: HEADS_MAX });
  let isDenied = false;

  return async (event: unknown): Promise<void> => {
    const { success, output } = v.safeParse(eventSchema, event);
    if (!success || !ACTIONS.includes(output.action)) return;
    const [id, { head, base }] = [String(output.number), output.pull_request];
    if (base.ref !== branch || heads.has(head.sha)) return;
    heads.set(head.sha, true);
    try {
      const unread = { title: '', author: '', date: '', paths: [], comments: [] };
      const changes = await presentProposalChanges(deps, { id, head: head.sha, ...unread });
      const link = previewLinks.tokenOf({ of: 'pull', name: id, expires: Date.now() + LINK_MS });
      await setStatus(head.sha, { ...statusOf(changes), url: origin + previewPath(link) });
    } catch (error) {
      if (!(error instanceof PermissionDenied)) {
        heads.delete(head.sha);
        throw error;
      }
      if (!isDenied) log.warn({ err: error }, 'proposals get no commit status');
      isDenied = true;
    }
  };
};
