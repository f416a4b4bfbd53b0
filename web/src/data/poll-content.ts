import { useEffect, useEffectEvent } from 'react';
import { useSWRConfig } from 'swr';
import { EDITABLE_CONTENT, cachedContent } from './loaded-content.ts';
import { request } from './request.ts';

/** How long a form stays unsaved before the first request: most are saved sooner. */
const FIRST_MS = 5_000;
/** The pause after a failure, such as the end of the session. */
const RETRY_MS = 30_000;

/** Also resolves when the signal aborts. */
const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Reloads the content after each new revision until the signal aborts. The server holds each
 * request until the content changes, or for some seconds.
 */
const pollRevisions = async (
  { cache, mutate }: ReturnType<typeof useSWRConfig>,
  signal: AbortSignal,
): Promise<void> => {
  await delay(FIRST_MS, signal);
  while (!signal.aborted) {
    const after = cachedContent(cache)?.revision;
    if (after === undefined) return;
    try {
      const { response } = await request('GET /revision', { query: { after }, signal });
      if (response.revision === after) continue;
      await mutate(EDITABLE_CONTENT);
      if (cachedContent(cache)?.revision === after) await delay(RETRY_MS, signal);
    } catch {
      await delay(RETRY_MS, signal);
    }
  }
};

/** While active, reloads the content as soon as the server notices a save or push by others. */
export const useContentPolling = (isActive: boolean): void => {
  const config = useSWRConfig();
  const poll = useEffectEvent((signal: AbortSignal) => pollRevisions(config, signal));
  useEffect(() => {
    if (!isActive) return;
    const ended = new AbortController();
    void poll(ended.signal);
    return () => ended.abort();
  }, [isActive]);
};
