import type { ContentSummaryResponse } from 'content-schema';
import useSWR, { mutate, preload, type Key } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { request, type Versioned } from './request.ts';

/** The visitors' view, with posts as summaries: the call that loads it, and its SWR key. */
export const PUBLIC_CONTENT = 'GET /content?posts=summary';

/** The SWR key of a flag: content was saved since the document was loaded. */
const CONTENT_SAVED = 'content saved';

/** The age at which content is loaded again when a page opens, which shows the old meanwhile. */
export const FRESH_MS = 30_000;

type PublicContent = Versioned<ContentSummaryResponse>;

let underWay: Promise<PublicContent> | undefined;

/** Shares a running request, since SWR forgets a preloaded response once a page has used it. */
const loadContent = (): Promise<PublicContent> => {
  const load =
    underWay ??
    request(PUBLIC_CONTENT).finally(() => {
      if (underWay === load) underWay = undefined;
    });
  underWay = load;
  return load;
};

/** Loads data for a page that may open soon. Rejects as `load` does; the page then loads it. */
export const preloadData = async (key: Key, load: () => Promise<unknown>): Promise<void> => {
  try {
    // In the cache, the page shows it at once.
    await mutate(key, await preload(key, load), { revalidate: false });
  } catch (error) {
    // Otherwise SWR hands this failure to the page.
    await mutate(key);
    throw error;
  }
};

export const preloadPublicContent = () => preloadData(PUBLIC_CONTENT, loadContent);

/** The public content. Unless `requested`, the component only follows what others load and save. */
export const usePublicContent = (requested = true) => {
  // This hook comes first: SWR reloads through the first hook of a key.
  useSWR(requested ? PUBLIC_CONTENT : null, loadContent, { dedupingInterval: FRESH_MS });
  // Without a fetcher, so that neither a reconnection nor a failed prefetch loads content that no page shows.
  return useSWR<PublicContent, unknown>(PUBLIC_CONTENT, null);
};

/** Drops the public content after a save. The next page loads it, even if its document had it. */
export const forgetPublicContent = async (): Promise<void> => {
  // A request from before the save lacks the saved content.
  underWay = undefined;
  await mutate(CONTENT_SAVED, true, { revalidate: false });
  await mutate(PUBLIC_CONTENT, undefined);
};

export const useContentSaved = (): boolean =>
  useSWRImmutable<boolean>(CONTENT_SAVED, null).data === true;

/** The built-in default content, loaded where it is requested; undefined until it has loaded. */
export const useDefaultContent = (requested: boolean): ContentSummaryResponse | undefined =>
  useSWRImmutable<ContentSummaryResponse>(
    requested ? 'default content' : null,
    async () => (await import('virtual:default-content')).defaultContent,
  ).data;
