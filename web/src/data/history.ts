import type { CommitResponse, CommitSummary, HistoryResponse } from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { forgetPublicContent } from './content.ts';
import { useEditableContent } from './editable-content.ts';
import { useRequest } from './keep-session.ts';
import { EDITABLE_CONTENT } from './loaded-content.ts';
import { isPostTextKey } from './post-text.ts';
import { messageOf } from './request.ts';

const PAGE = 'GET /history';
const COMMIT = 'GET /history/{commit}';

interface Loaded<Answer> {
  /** Undefined until it has arrived. */
  readonly answer: Answer | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
}

const FAILED = 'The history could not be loaded';
const errorText = (error: unknown): string | undefined =>
  error === undefined ? undefined : messageOf(error, FAILED);

/**
 * Whether the API keeps a history: one that knows the specification alone names no revisions.
 * Undefined until the content has arrived.
 */
export const useHasHistory = (): boolean | undefined => {
  const { loaded } = useEditableContent();
  return loaded && loaded.revision !== undefined;
};

/** A page of the changes, newest first; those of one file, unless `path` is empty. */
export const useHistoryPage = (page: number, path: string): Loaded<HistoryResponse> => {
  const request = useRequest();
  const query = { page: String(page), ...(path !== '' && { path }) };
  const { data, error, mutate } = useSWR<HistoryResponse, unknown>(
    [PAGE, page, path],
    async () => (await request(PAGE, { query })).answer,
    // A change that was made a moment ago has to be there.
    { dedupingInterval: 0 },
  );
  return { answer: data, error: errorText(error), reload: () => void mutate() };
};

/** The newest change of a file; undefined until it has arrived, or without one. */
export const useLastChange = (path: string | undefined): CommitSummary | undefined => {
  const request = useRequest();
  const hasHistory = useHasHistory() === true;
  const { data } = useSWR<HistoryResponse, unknown>(
    hasHistory && path !== undefined ? [PAGE, 1, path] : null,
    async () => (await request(PAGE, { query: { page: '1', path: path ?? '' } })).answer,
    { dedupingInterval: 0 },
  );
  return data?.commits[0];
};

/** A change with what it did to each file, which never changes. */
export const useCommit = (commit: string): Loaded<CommitResponse> => {
  const request = useRequest();
  const { data, error, mutate } = useSWRImmutable<CommitResponse, unknown>(
    [COMMIT, commit],
    async () => (await request(COMMIT, { params: { commit } })).answer,
  );
  return { answer: data, error: errorText(error), reload: () => void mutate() };
};

/** Brings a file back as it was at a commit. Rejects as `request` does. */
export const useRestore = (): ((commit: string, path: string) => Promise<void>) => {
  const { mutate } = useSWRConfig();
  const request = useRequest();
  return async (commit, path) => {
    await request('POST /history/{commit}/restore', { params: { commit }, body: { path } });
    void mutate(isPostTextKey);
    await forgetPublicContent();
    await mutate(EDITABLE_CONTENT);
  };
};
