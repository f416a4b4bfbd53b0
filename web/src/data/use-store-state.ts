import type { StoreResponse } from 'content-schema';
import useSWR from 'swr';
import { useEditableContent } from './editable-content.ts';
import type { Loaded } from './history.ts';
import { messageOf, request } from './request.ts';

const STORE = 'GET /admin/store';
export const isStoreKey = (key: unknown): boolean => Array.isArray(key) && key[0] === STORE;

const FAILED = 'The state of the content store could not be loaded';

/**
 * Where the content is stored and whether the store works, for the loaded content. Loads in the
 * background, so it doesn't open the sign-in dialog when the session has ended.
 */
export const useStoreState = (): Loaded<StoreResponse> => {
  const { loaded } = useEditableContent();
  const { data, error, mutate } = useSWR<StoreResponse, unknown>(
    loaded ? [STORE, loaded.revision] : null,
    async () => (await request(STORE)).response,
    { dedupingInterval: 0, keepPreviousData: true },
  );
  const failure = error === undefined ? undefined : messageOf(error, FAILED);
  return { response: data, error: failure, reload: () => void mutate() };
};
