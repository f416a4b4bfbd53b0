import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { EDITABLE_CONTENT, type LoadedContent } from './loaded-content.ts';
import { request } from './request.ts';
import type { ContentHeadingsResponse } from 'content-schema';

/** So long a form has to be unsaved before it asks: most are saved before. */
const FIRST_MS = 5_000;
/** After a failure, such as the end of the session. */
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

interface Follow {
  /** Of the content that is known here; undefined with an API that names none. */
  readonly revision: () => string | undefined;
  readonly reload: () => Promise<unknown>;
  readonly signal: AbortSignal;
}

/** Each request waits on the server until there is something new, or for some seconds. */
const follow = async ({ revision, reload, signal }: Follow): Promise<void> => {
  await delay(FIRST_MS, signal);
  while (!signal.aborted) {
    const after = revision();
    if (after === undefined) return;
    try {
      const { answer } = await request('GET /revision', { query: { after }, signal });
      if (answer.revision === after) continue;
      await reload();
      if (revision() === after) await delay(RETRY_MS, signal);
    } catch {
      await delay(RETRY_MS, signal);
    }
  }
};

/** While it is `wanted`, loads what others save, or push, as soon as the server knows of it. */
export const useFollowedContent = (wanted: boolean): void => {
  const { cache, mutate } = useSWRConfig();
  useEffect(() => {
    if (!wanted) return;
    const ended = new AbortController();
    void follow({
      revision: () => {
        const known = cache.get(EDITABLE_CONTENT)?.data as
          LoadedContent<ContentHeadingsResponse> | undefined;
        return known?.revision;
      },
      reload: () => mutate(EDITABLE_CONTENT),
      signal: ended.signal,
    });
    return () => ended.abort();
  }, [wanted, cache, mutate]);
};
