import type { ContentSummaryResponse } from 'content-schema';
import useSWR, { mutate, preload } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { CONTENT_SAVED, PUBLIC_CONTENT, type LoadedContent } from './loaded-content.ts';
import { request } from './request.ts';

/** Content is asked for again by the first page that is opened later than this, which shows it meanwhile. */
export const FRESH_MS = 30_000;

type PublicContentLoad = Promise<LoadedContent<ContentSummaryResponse>>;

let underWay: PublicContentLoad | undefined;

/** Joins a request that is under way: SWR forgets what it has preloaded once a page has taken it. */
const loadContent = (): PublicContentLoad => {
  const load =
    underWay ??
    request(PUBLIC_CONTENT).finally(() => {
      if (underWay === load) underWay = undefined;
    });
  underWay = load;
  return load;
};

/**
 * Begins to load what visitors see, for a page that will want it soon. Rejects as `request` does,
 * and then the page asks again.
 */
export const preloadPublicContent = async (): PublicContentLoad => {
  try {
    return await preload(PUBLIC_CONTENT, loadContent);
  } catch (error) {
    // Otherwise SWR would give the page this failure.
    await mutate(PUBLIC_CONTENT);
    throw error;
  }
};

/**
 * What visitors see of the content, as it is stored. It is asked for where it is `wanted`, and
 * followed everywhere: who wants it later, and saves, find it in the cache.
 */
export const usePublicContent = (wanted = true) => {
  // This hook comes first, since SWR leaves reloading to the first hook of a key.
  useSWR(wanted ? PUBLIC_CONTENT : null, loadContent, { dedupingInterval: FRESH_MS });
  // Without a fetcher, so that neither a reconnection nor a failed prefetch loads what isn't wanted.
  return useSWR<LoadedContent<ContentSummaryResponse>, unknown>(PUBLIC_CONTENT, null);
};

/** After a save: the next public page loads what it shows, also where it came with the document. */
export const forgetPublicContent = async (): Promise<void> => {
  // What was requested before the save does not have it.
  underWay = undefined;
  await mutate(CONTENT_SAVED, true, { revalidate: false });
  await mutate(PUBLIC_CONTENT, undefined);
};

/** Whether content was saved since the document was loaded. */
export const useContentSaved = (): boolean =>
  useSWRImmutable<boolean>(CONTENT_SAVED, null).data === true;

const loadDefaultContent = async (): Promise<ContentSummaryResponse> =>
  (await import('virtual:default-content')).defaultContent;

/** The built-in default content, where it is `wanted`; undefined until it has arrived. */
export const useDefaultContent = (wanted: boolean): ContentSummaryResponse | undefined =>
  useSWRImmutable(wanted ? 'default content' : null, loadDefaultContent).data;
