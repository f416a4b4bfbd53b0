import { withoutUndefined, type CommitSummary } from 'content-schema';
import { kindOf, operationIdOf, subjectOf } from '../messages/commit-message.ts';
import type { CommitInfo, StoreInfo } from '../git-store/git-store.ts';

/** The committer of edits and merges on GitHub's website. */
const GITHUB_COMMITTER = /^noreply@github\./;

/** Whether a commit is a save of this product, was made on GitHub's website, or was pushed. */
export const originOf = (commit: CommitInfo): CommitSummary['origin'] => {
  // The first commit of a repository is made by this product.
  if (operationIdOf(commit.message) !== undefined || commit.parent === null) return 'site';
  return GITHUB_COMMITTER.test(commit.committer.email) ? 'github' : 'push';
};

/** Presents a commit for lists, with a link to its page if the store has pages. */
export const presentCommit = (
  commit: CommitInfo,
  { pages }: Pick<StoreInfo, 'pages'>,
): CommitSummary => ({
  sha: commit.sha,
  subject: subjectOf(commit.message),
  ...withoutUndefined({ kind: kindOf(commit.message) }),
  author: commit.author,
  date: commit.date,
  origin: originOf(commit),
  ...(pages && { url: pages.commit(commit.sha) }),
});
