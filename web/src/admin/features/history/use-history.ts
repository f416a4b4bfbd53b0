import type { CommitSummary, HistoryResponse } from 'content-schema';
import { useRequest } from '../../../data/keep-session.ts';
import { request } from '../../../data/request.ts';
import { useReloadContent } from '../../../data/undo.ts';
import { useLoaded, useResponse, type Loaded } from '../../../data/use-loaded.ts';
import { historyQuery, type HistoryFilter } from './paths.ts';

/** The history and what can be done with it. All functions reject as `request` does. */

const PAGE = 'GET /history';

export const FAILED = 'The history could not be loaded';

export const useHistoryPage = (filter: HistoryFilter) =>
  useResponse(PAGE, { query: historyQuery(filter) }, FAILED);

/** The newest commits of a file, and its pages if it is at GitHub; undefined until loaded. */
export const useNewestChanges = (path: string | undefined): HistoryResponse | undefined => {
  const load = async () => (await request(PAGE, { query: { path: path ?? '' } })).response;
  const key = path === undefined ? undefined : [PAGE, 1, path];
  return useLoaded(key, load, FAILED, { keepPreviousData: false }).response;
};

/** All commits of a file, newest first. */
export const useAllChanges = (path: string): Loaded<readonly CommitSummary[]> => {
  const request = useRequest();
  const load = async () => {
    const commits: CommitSummary[] = [];
    for (let page = 1; ; page += 1) {
      const { response } = await request(PAGE, { query: { path, page: String(page) } });
      commits.push(...response.commits);
      if (!response.hasMore) return commits;
    }
  };
  return useLoaded([PAGE, 'all', path], load, FAILED);
};

export const useHistoryCalls = () => {
  const request = useRequest();
  const reloadContent = useReloadContent();
  return {
    /** Finds the newest commit made at or before a date; undefined if there is none. */
    commitAt: async (date: Date): Promise<string | undefined> => {
      const { response } = await request(PAGE, { query: { until: date.toISOString() } });
      return response.commits[0]?.sha;
    },
    /** Lists the commits of a file after a given one, newest first, of those on the first page. */
    newerChanges: async (commit: string, path: string): Promise<readonly CommitSummary[]> => {
      const { commits } = (await request(PAGE, { query: { path } })).response;
      const position = commits.findIndex(({ sha }) => sha === commit);
      return position === -1 ? commits : commits.slice(0, position);
    },
    restore: async (commit: string, path: string): Promise<void> => {
      await request('POST /history/{commit}/restore', { params: { commit }, body: { path } });
      await reloadContent();
    },
    restoreSite: async (commit: string): Promise<void> => {
      await request('POST /history/{commit}/site/restore', { params: { commit } });
      await reloadContent();
    },
  };
};
