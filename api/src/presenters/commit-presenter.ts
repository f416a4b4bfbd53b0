import type { CommitSummary } from 'content-schema';
import { originOf, subjectOf } from '../content/history/find-commits.ts';
import type { CommitInfo, StoreInfo } from '../git-store/git-store.ts';

/** Presents a commit for lists, with a link to its page if the store has pages. */
export const presentCommit = (
  commit: CommitInfo,
  { pages }: Pick<StoreInfo, 'pages'>,
): CommitSummary => ({
  sha: commit.sha,
  subject: subjectOf(commit),
  author: commit.author,
  date: commit.date,
  origin: originOf(commit),
  ...(pages && { url: pages.commit(commit.sha) }),
});
