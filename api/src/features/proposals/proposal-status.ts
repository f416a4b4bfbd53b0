import { counted } from 'content-schema';
/** The commit status of a pull request's newest commit: whether it can be published as it is. */
import pLimit from 'p-limit';
import * as v from 'valibot';
import { changedFiles } from '../../core/presenters/file-changes.ts';
import { problemLine } from './proposals.ts';
import { PermissionDenied } from '../../core/git-store/errors.ts';
import { isCommitSha } from '../../core/git-store/git-object-id.ts';
import type { CommitSha, CommitStatus } from '../../core/git-store/git-store.ts';
import { typeOfName } from '../../core/photos/image-types.ts';
import { compareVersions } from '../../core/presenters/comparison.ts';
import { previewPath } from '../../core/auth/preview-links.ts';
import type { RouteDeps } from '../../core/http/deps.ts';

const LINK_MS = 30 * 24 * 60 * 60 * 1000;
/** https://docs.github.com/rest/commits/statuses#create-a-commit-status */
const DESCRIPTION_MAX_LENGTH = 140;
/** As many as GitHub lists of a comparison: https://docs.github.com/rest/commits/commits#compare-two-commits */
const FILES_MAX = 300;
const TEXT_MAX_BYTES = 2 * 1024 * 1024;
const TOO_LARGE: CommitStatus = {
  state: 'failure',
  description: `too large to check: more than ${FILES_MAX} files, or 2 MB of text`,
};
const ACTIONS: readonly string[] = ['opened', 'reopened', 'synchronize'];

const repository = v.object({ full_name: v.pipe(v.string(), v.toLowerCase()) });

/** https://docs.github.com/webhooks/webhook-events-and-payloads#pull_request */
const eventSchema = v.object({
  action: v.string(),
  number: v.number(),
  pull_request: v.object({
    // The repository is null after a fork was deleted.
    head: v.object({ sha: v.custom<CommitSha>(isCommitSha), repo: v.nullish(repository) }),
    base: v.object({ ref: v.string() }),
    changed_files: v.optional(v.number(), 0),
  }),
  repository,
});

/** File names and messages may contain line breaks and invisible characters. */
const shorten = (text: string): string => {
  const line = text.replace(/[\s\p{C}]+/gu, ' ');
  if (line.length <= DESCRIPTION_MAX_LENGTH) return line;
  // Don't leave half of a character.
  return `${line.slice(0, DESCRIPTION_MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

export const createProposalStatus = (deps: RouteDeps, branch: string) => {
  const { branches, history, info, log, origin, previewLinks, reader, store } = deps;
  // Anyone may open any number of pull requests.
  const oneByOne = pLimit(1);
  let isDenied = false;

  const check = async (head: CommitSha, fileCount: number): Promise<CommitStatus> => {
    if (fileCount > FILES_MAX) return TOO_LARGE;
    const base = await branches.baseOf(head, (await reader.current()).revision);
    const { before, after } = await history.between(base, head);
    const files = changedFiles(before, after);
    const texts = files.filter(({ path }) => !typeOfName(path));
    const sizes = texts.flatMap((file) => [file.before?.size ?? 0, file.after?.size ?? 0]);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (files.length > FILES_MAX || bytes > TEXT_MAX_BYTES) return TOO_LARGE;
    const { problems, pages } = await compareVersions(deps, base, head);
    const [first] = problems;
    if (first) return { state: 'failure', description: shorten(problemLine(first)) };
    return { state: 'success', description: `ready, ${counted(pages.length, 'page')}` };
  };

  /** Anyone can read the statuses of a public repository, and propose anything from a fork. */
  const pathOf = (id: string, head: CommitSha, isFork: boolean): string => {
    if (isFork) return `/admin/proposals/${id}`;
    const expires = Date.now() + LINK_MS;
    return previewPath(previewLinks.tokenOf({ of: 'pull', name: id, head, expires }));
  };

  return async (event: unknown): Promise<void> => {
    const { success, output } = v.safeParse(eventSchema, event);
    if (!success || !ACTIONS.includes(output.action)) return;
    const { number, repository: own } = output;
    const { head, base, changed_files: fileCount } = output.pull_request;
    const isOwn = own.full_name === info.repository.toLowerCase();
    if (!isOwn || base.ref !== branch) return;
    try {
      const id = String(number);
      const status = await oneByOne(() => check(head.sha, fileCount));
      const path = pathOf(id, head.sha, head.repo?.full_name !== own.full_name);
      await store.pullRequests?.setStatus(head.sha, { ...status, url: origin + path });
    } catch (error) {
      if (!(error instanceof PermissionDenied)) throw error;
      if (!isDenied) log.warn({ err: error }, 'proposals get no commit status');
      isDenied = true;
    }
  };
};
