import type { CommitSummary } from 'content-schema';

export const HISTORY = '/admin/history';

export const commitPath = ({ sha }: Pick<CommitSummary, 'sha'>): string => `${HISTORY}/${sha}`;

/** The address of a page of the changes; of one file's, if a path is given. */
export const historyPath = (page: number, path: string): string => {
  const query = new URLSearchParams({
    ...(path !== '' && { path }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return `${HISTORY}${query && `?${query}`}`;
};
