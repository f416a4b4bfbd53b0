/** Remembers in the data folder when the content was last downloaded. */
import { join } from 'node:path';
import * as v from 'valibot';
import { changePrivateFile, readPrivateFile } from './auth/private-file.ts';

const schema = v.object({
  /** An ISO date. */
  date: v.string(),
  /** The commit that the branch pointed at. */
  revision: v.string(),
});

type Backup = v.InferOutput<typeof schema>;

export type LastBackup = ReturnType<typeof createLastBackup>;

export const createLastBackup = (dataDir: string) => {
  const path = join(dataDir, 'last-backup.json');
  return {
    /** Resolves to undefined if no backup is known, or if the file is damaged. */
    read: (): Promise<Backup | undefined> =>
      readPrivateFile(path)
        .then((text) => v.parse(v.optional(schema), text && JSON.parse(text)))
        .catch(() => undefined),
    /** Rejects if it can't be stored. */
    remember: (backup: Backup): Promise<unknown> =>
      changePrivateFile(path, () => JSON.stringify(backup)),
  };
};

const OLD_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether a backup is older than 30 days and the content has changed since. */
export const isOutdated = ({ date, revision }: Backup, present: string | null): boolean =>
  revision !== present && Date.now() - Date.parse(date) > OLD_AFTER_MS;
