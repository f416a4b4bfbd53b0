import { API_BASE_PATH } from 'content-schema';
import { useSWRConfig } from 'swr';
import { useRequest } from '../../../data/keep-session.ts';
import { request } from '../../../data/request.ts';
import { STORE } from '../../../data/use-store-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/messages.tsx';
import type { AdminFeature, SlotProps } from '../../core/feature.tsx';
import { useAction } from '../../core/layout/action.tsx';
import { download } from '../../core/layout/download.ts';

/** The state of the store and the checklist, for example. */
const changesWithBackup = (key: unknown): boolean =>
  Array.isArray(key) && String(key[0]).startsWith('GET /admin/');

const BACKUP = `${API_BASE_PATH}/admin/backup`;
const LOOK_EVERY_MS = 2_000;
/** After this time a backup only shows once the page is loaded again. */
const LOOK_FOR_MS = 10 * 60_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves once the last backup is a newer one than `before`, or after `LOOK_FOR_MS`. */
const waitForBackup = async (before: string | undefined): Promise<void> => {
  for (let waited = 0; waited < LOOK_FOR_MS; waited += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS);
    const seen = await request(STORE).catch(() => undefined);
    if (seen && seen.response.lastBackup !== before) return;
  }
};

/** Returns a function that downloads a backup, and later reloads what depends on the last one. */
const useBackupDownload = (): (() => Promise<void>) => {
  const ask = useRequest();
  const { mutate } = useSWRConfig();
  return async () => {
    const { response } = await ask(STORE);
    await download(BACKUP);
    void waitForBackup(response.lastBackup).then(() => mutate(changesWithBackup));
  };
};

const Backup = ({ kind }: SlotProps['store']) => {
  const downloadBackup = useBackupDownload();
  const { status, run } = useAction();
  const words = { done: '', failed: 'The backup could not be downloaded' };
  if (kind !== 'local') return null;
  return (
    <>
      <p className="note">
        The content is only on this disk. A backup is one file with all of it: texts and photos in
        folders, and every earlier version.
      </p>
      <div>
        <Button onClick={() => void run(downloadBackup, words)}>Download a backup</Button>
      </div>
      {status.state === 'error' && <Problem>{status.message}</Problem>}
    </>
  );
};

export const backup: AdminFeature = { slots: { store: Backup } };
