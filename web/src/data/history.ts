import {
  API_BASE_PATH,
  type CommitResponse,
  type CommitSummary,
  type HistoryDaysResponse,
  type HistoryResponse,
  type UndoRequest,
} from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { forgetPublicContent } from './content.ts';
import type { HistoryFilter } from '../paths.ts';
import { useEditableContent } from './editable-content.ts';
import { useKeepSession, useRequest } from './keep-session.ts';
import { EDITABLE_CONTENT } from './loaded-content.ts';
import { PHOTOS } from './photos.ts';
import { isPostTextKey } from './post-text.ts';
import { messageOf, request } from './request.ts';

const PAGE = 'GET /history';
const COMMIT = 'GET /history/{commit}';

export interface Loaded<Answer> {
  /** Undefined until it has arrived. */
  readonly answer: Answer | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
}

const FAILED = 'The history could not be loaded';
export const errorText = (error: unknown): string | undefined =>
  error === undefined ? undefined : messageOf(error, FAILED);

/**
 * Whether the API keeps a history: one that knows the specification alone names no revisions.
 * Undefined until the content has arrived.
 */
export const useHasHistory = (): boolean | undefined => {
  const { loaded } = useEditableContent();
  return loaded && loaded.revision !== undefined;
};

const SECOND_MS = 1000;

/** When a day begins and ends where the administrator is; both count to it. */
const rangeOf = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date);
  const end = new Date(year, month - 1, date + 1).getTime() - SECOND_MS;
  return Number.isNaN(end)
    ? {}
    : { since: start.toISOString(), until: new Date(end).toISOString() };
};

const without = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

const PAST = { dedupingInterval: 0, keepPreviousData: true } as const;

/** A page of the changes that a filter lets pass, newest first. */
export const useHistoryPage = (filter: HistoryFilter): Loaded<HistoryResponse> => {
  const request = useRequest();
  const { page = 1, day = '', ...rest } = filter;
  const query = { ...without(rest), ...(day !== '' && rangeOf(day)), page: String(page) };
  const { data, error, mutate } = useSWR<HistoryResponse, unknown>(
    [PAGE, query],
    async () => (await request(PAGE, { query })).answer,
    // A change that was made a moment ago has to be there.
    PAST,
  );
  return { answer: data, error: errorText(error), reload: () => void mutate() };
};

/** On which days of the past year how much was changed, where the administrator is. */
export const useHistoryDays = ({
  path = '',
  part = '',
  q = '',
}: HistoryFilter): HistoryDaysResponse | undefined => {
  const request = useRequest();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { ...without({ path, part, q }), timeZone };
  const { data } = useSWR<HistoryDaysResponse, unknown>(
    [PAGE, 'days', query],
    async () => (await request('GET /history/days', { query })).answer,
    PAST,
  );
  return data;
};

/** The newest changes of a file; undefined until they have arrived, or without a history. */
const useNewestChanges = (path: string | undefined): HistoryResponse | undefined => {
  const hasHistory = useHasHistory() === true;
  const { data } = useSWR<HistoryResponse, unknown>(
    hasHistory && path !== undefined ? [PAGE, 1, path] : null,
    async () => (await request(PAGE, { query: { page: '1', path: path ?? '' } })).answer,
    { dedupingInterval: 0 },
  );
  return data;
};

/** The newest change of a file; undefined until it has arrived, or without one. */
export const useLastChange = (path: string | undefined): CommitSummary | undefined =>
  useNewestChanges(path)?.commits[0];

/** The pages of a file at GitHub; undefined until they are known, and where the content is not there. */
export const useFilePages = (path: string): HistoryResponse['file'] => useNewestChanges(path)?.file;

/** All changes of a file, newest first. */
export const useAllChanges = (path: string): Loaded<readonly CommitSummary[]> => {
  const request = useRequest();
  const { data, error, mutate } = useSWR<readonly CommitSummary[], unknown>(
    [PAGE, 'all', path],
    async () => {
      const commits: CommitSummary[] = [];
      for (let page = 1; ; page += 1) {
        const { answer } = await request(PAGE, { query: { path, page: String(page) } });
        commits.push(...answer.commits);
        if (!answer.hasMore) return commits;
      }
    },
    PAST,
  );
  return { answer: data, error: errorText(error), reload: () => void mutate() };
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

/** The call for the whole site as it was; it also says what has changed since. */
export const SITE_VERSION = 'GET /history/{commit}/site';

const changesWithSaves = (key: unknown): boolean =>
  Array.isArray(key) && (key[0] === PAGE || key[0] === SITE_VERSION);

/** Loads what is shown again, after a save of any files. */
export const useReloadContent = (): (() => Promise<void>) => {
  const { mutate } = useSWRConfig();
  return async () => {
    void mutate(isPostTextKey, undefined);
    void mutate(changesWithSaves);
    void mutate(PHOTOS);
    await forgetPublicContent();
    await mutate(EDITABLE_CONTENT);
  };
};

/** The changes of a file after a commit, newest first, of the newest page. Rejects as `request` does. */
export const useNewerChanges = (): ((commit: string, path: string) => Promise<CommitSummary[]>) => {
  const request = useRequest();
  return async (commit, path) => {
    const { commits } = (await request(PAGE, { query: { page: '1', path } })).answer;
    const place = commits.findIndex(({ sha }) => sha === commit);
    return place === -1 ? commits : commits.slice(0, place);
  };
};

/** Brings a file back as it was at a commit. Rejects as `request` does. */
export const useRestore = (): ((commit: string, path: string) => Promise<void>) => {
  const request = useRequest();
  const reloadContent = useReloadContent();
  return async (commit, path) => {
    await request('POST /history/{commit}/restore', { params: { commit }, body: { path } });
    await reloadContent();
  };
};

/** Where a file of the content is as of a commit. */
export const oldFileAddress = (commit: string, path: string): string =>
  `${API_BASE_PATH}/history/${commit}/file?${new URLSearchParams({ path }).toString()}`;

interface DecidedUndo {
  readonly decisions: UndoRequest['decisions'];
  /** The commit that they were made about. */
  readonly revision: string | undefined;
}

/**
 * Takes back what a commit did. Resolves to the commit that this made; undefined where nothing was
 * left to take back. Rejects as `request` does.
 */
export const useUndoCommit = (): ((
  commit: string,
  decided?: DecidedUndo,
) => Promise<string | undefined>) => {
  const keepSession = useKeepSession();
  const reloadContent = useReloadContent();
  return async (commit, { decisions, revision } = { decisions: [], revision: undefined }) => {
    const input = { params: { commit }, body: { decisions }, revision };
    const { commit: made } = await keepSession(() => request('POST /history/{commit}/undo', input));
    await reloadContent();
    return made;
  };
};
