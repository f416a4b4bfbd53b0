import type { CommitResponse, CommitSummary, FileChange, HistoryResponse } from 'content-schema';
import type { CommitInfo, HistoryPage } from '../../git-store/git-store.ts';

const presentSummary = ({ sha, message, author, date }: CommitInfo): CommitSummary => ({
  sha,
  subject: message.split('\n', 1)[0] ?? '',
  author: { name: author.name, email: author.email },
  date,
});

export const presentPage = ({ commits, hasMore }: HistoryPage, page: number): HistoryResponse => ({
  commits: commits.map(presentSummary),
  page,
  hasMore,
});

export const presentCommit = (info: CommitInfo, files: FileChange[]): CommitResponse => ({
  ...presentSummary(info),
  message: info.message,
  files,
});
