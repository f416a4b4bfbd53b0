import type { CallName, Calls } from 'content-schema';
import useSWR, { type SWRConfiguration } from 'swr';
import { useRequest } from './keep-session.ts';
import { messageOf, type CallInput } from './request.ts';

export interface Loaded<Data> {
  /** Undefined until it has loaded. */
  readonly response: Data | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
}

/**
 * Loads data when its component appears or the key changes; nothing without a key. The previous
 * data stays while other data loads. `failed` stands in for a message of the server.
 */
export const useLoaded = <Data>(
  key: readonly unknown[] | undefined,
  load: () => Promise<Data>,
  failed: string,
  options?: SWRConfiguration<Data, unknown>,
): Loaded<Data> => {
  const { data, error, mutate } = useSWR<Data, unknown>(key, load, {
    // So that it includes a commit made a moment ago.
    dedupingInterval: 0,
    keepPreviousData: true,
    ...options,
  });
  return {
    response: data,
    error: error === undefined ? undefined : messageOf(error, failed),
    reload: () => void mutate(),
  };
};

/** Loads the response of a call, again for other input. Renews an ended session. */
export const useResponse = <const Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  failed: string,
) => {
  const request = useRequest();
  return useLoaded([name, input], async () => (await request(name, input)).response, failed);
};

type Compared = 'GET /history/{commit}' | 'GET /history/{commit}/site' | 'GET /proposals/{id}';

const commitsOf = (response: Calls[Compared]['response']): Record<string, string> => {
  if ('base' in response) return { from: response.base, to: response.head };
  return 'sha' in response ? { to: response.sha } : { from: response.commit.sha };
};

/** Loads a proposal or a version, and then the comparison of its commits. */
export const useCompared = <const Name extends Compared>(
  name: Name,
  input: CallInput<Name>,
  failed: string,
) => {
  const request = useRequest();
  const load = async () => {
    const { response } = await request(name, input);
    const comparison = await request('GET /compare', { query: commitsOf(response) });
    return { ...response, ...comparison.response };
  };
  return useLoaded([name, input], load, failed);
};
