/** Loads and restores versions of the whole site. */
import { type SiteVersionResponse } from 'content-schema';
import useSWR from 'swr';
import { SITE_VERSION, errorText, useReloadContent, type Loaded } from './history.ts';
import { useRequest } from './keep-session.ts';

/**
 * The version of the whole site at a commit. While another version loads, the previous one is kept.
 */
export const useSiteVersion = (commit: string): Loaded<SiteVersionResponse> => {
  const request = useRequest();
  const { data, error, mutate } = useSWR<SiteVersionResponse, unknown>(
    [SITE_VERSION, commit],
    async () => (await request(SITE_VERSION, { params: { commit } })).response,
    { dedupingInterval: 0, keepPreviousData: true },
  );
  return { response: data, error: errorText(error), reload: () => void mutate() };
};

/**
 * Returns a function that finds the newest commit made at or before a date. Rejects as `request`
 * does.
 */
export const useCommitAt = (): ((date: Date) => Promise<string>) => {
  const request = useRequest();
  return async (date) =>
    (await request('GET /history/at', { query: { date: date.toISOString() } })).response.sha;
};

/**
 * Returns a function that restores the whole site's version from a commit. Rejects as `request`
 * does.
 */
export const useRestoreSite = (): ((commit: string) => Promise<void>) => {
  const request = useRequest();
  const reloadContent = useReloadContent();
  return async (commit) => {
    await request('POST /history/{commit}/site/restore', { params: { commit } });
    await reloadContent();
  };
};
