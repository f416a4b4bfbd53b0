import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { EDITABLE_CONTENT, cachedContent } from './loaded-content.ts';
import { request } from './request.ts';

/** How long a form stays unsaved before the first request: most are saved sooner. */
const FIRST_MS = 5_000;
/** The pause after a failure, such as the end of the session. */
const RETRY_MS = 30_000;

const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });

interface PollOptions {
  /** The revision of the content in the cache; undefined until it has loaded. */
  readonly revision: () => string | undefined;
  readonly reload: () => Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * Polls for new revisions until the signal aborts. The server holds each request until the content
 * changes, or for some seconds.
 */
const pollRevisions = async ({ revision, reload, signal }: PollOptions): Promise<void> => {
  await delay(FIRST_MS, signal);
  while (!signal.aborted) {
    const after = revision();
    if (after === undefined) return;
    try {
      const { response } = await request('GET /revision', { query: { after }, signal });
      if (response.revision === after) continue;
      await reload();
      if (revision() === after) await delay(RETRY_MS, signal);
    } catch {
      await delay(RETRY_MS, signal);
    }
  }
};

/** While active, reloads the content as soon as the server notices a save or push by others. */
export const useContentPolling = (isActive: boolean): void => {
  const { cache, mutate } = useSWRConfig();
  useEffect(() => {
    if (!isActive) return;
    const ended = new AbortController();
    void pollRevisions({
      revision: () => cachedContent(cache)?.revision,
      reload: () => mutate(EDITABLE_CONTENT),
      signal: ended.signal,
    });
    return () => ended.abort();
  }, [isActive, cache, mutate]);
};
