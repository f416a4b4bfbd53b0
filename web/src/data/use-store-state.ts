import { API_BASE_PATH, type StoreResponse } from 'content-schema';
import { useSWRConfig } from 'swr';
import { useEditableContent } from './editable-content.ts';
import { useRequest } from './keep-session.ts';
import { errorOf, request } from './request.ts';
import { CHECKLIST } from './use-checklist.ts';
import { useLoaded, type Loaded } from './use-loaded.ts';

const STORE = 'GET /admin/store';

const changesWithBackup = (key: unknown): boolean =>
  Array.isArray(key) && [STORE, CHECKLIST].includes(String(key[0]));

/**
 * Where the content is stored and whether the store works, for the loaded content. Loads in the
 * background, so it doesn't open the sign-in dialog when the session has ended.
 */
export const useStoreState = (): Loaded<StoreResponse> => {
  const { loaded } = useEditableContent();
  return useLoaded(
    loaded && [STORE, loaded.revision],
    async () => (await request(STORE)).response,
    'The state of the content store could not be loaded',
  );
};

const BACKUP = `${API_BASE_PATH}/admin/backup`;
const LOOK_EVERY_MS = 2_000;
/** After this time a backup only shows once the page is loaded again. */
const LOOK_FOR_MS = 10 * 60_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Downloads a file without leaving the page. */
const followDownload = (path: string): void => {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
};

/** Resolves once the last backup is a newer one than `before`, or after `LOOK_FOR_MS`. */
const waitForBackup = async (before: string | undefined): Promise<void> => {
  for (let waited = 0; waited < LOOK_FOR_MS; waited += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS);
    const seen = await request(STORE).catch(() => undefined);
    if (seen && seen.response.lastBackup !== before) return;
  }
};

/**
 * Returns a function that downloads a backup. Later it reloads the data that depends on the last
 * backup. Rejects as `request` does.
 */
export const useBackupDownload = (): (() => Promise<void>) => {
  const ask = useRequest();
  const { mutate } = useSWRConfig();
  return async () => {
    const { response } = await ask(STORE);
    // The browser would only say that the download has failed.
    const { ok } = await fetch(BACKUP, { method: 'HEAD' });
    if (!ok) throw await errorOf(await fetch(BACKUP));
    followDownload(BACKUP);
    void waitForBackup(response.lastBackup).then(() => mutate(changesWithBackup));
  };
};
