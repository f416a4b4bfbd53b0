/** The site as it was: its versions, and how it is brought back. */
import { type SiteVersionResponse } from 'content-schema';
import useSWR from 'swr';
import { SITE_VERSION, errorText, useReloadContent, type Loaded } from './history.ts';
import { useRequest } from './keep-session.ts';

/** The whole site as a commit left it; the one before it stays while another is on its way. */
export const useSiteVersion = (commit: string): Loaded<SiteVersionResponse> => {
  const request = useRequest();
  const { data, error, mutate } = useSWR<SiteVersionResponse, unknown>(
    [SITE_VERSION, commit],
    async () => (await request(SITE_VERSION, { params: { commit } })).answer,
    { dedupingInterval: 0, keepPreviousData: true },
  );
  return { answer: data, error: errorText(error), reload: () => void mutate() };
};

/** Finds the newest commit that is not younger than a date. Rejects as `request` does. */
export const useCommitAt = (): ((date: Date) => Promise<string>) => {
  const request = useRequest();
  return async (date) =>
    (await request('GET /history/at', { query: { date: date.toISOString() } })).answer.sha;
};

/** Brings the whole site back as it was at a commit. Rejects as `request` does. */
export const useRestoreSite = (): ((commit: string) => Promise<void>) => {
  const request = useRequest();
  const reloadContent = useReloadContent();
  return async (commit) => {
    await request('POST /history/{commit}/site/restore', { params: { commit } });
    await reloadContent();
  };
};
