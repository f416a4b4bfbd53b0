import { ADMIN, HOME } from '../../../paths.ts';

export const HISTORY = `${ADMIN}/history`;

export const commitPath = (sha: string): string => `${HISTORY}/${sha}`;

export const sitePath = (sha: string, page = HOME): string =>
  `${commitPath(sha)}/site${page === HOME ? '' : `?${new URLSearchParams({ page })}`}`;

/** Filters the list of changes. Absent and empty fields don't filter. */
export interface HistoryFilter {
  readonly path?: string;
  /** A single entry of a list, e.g. `Engineer, Acme`, or a single section by its key. */
  readonly part?: string;
  readonly q?: string;
  /** An ISO date; lists the changes up to it. */
  readonly until?: string;
  /** Counted from 1. */
  readonly page?: number;
}

export const historyQuery = ({ page = 1, ...filter }: HistoryFilter): Record<string, string> => ({
  ...Object.fromEntries(Object.entries<string>(filter).filter(([, value]) => value !== '')),
  ...(page > 1 && { page: String(page) }),
});

export const historyPath = (filter: HistoryFilter): string => {
  const query = new URLSearchParams(historyQuery(filter)).toString();
  return `${HISTORY}${query && `?${query}`}`;
};
