/** Remembers in the data folder when the content was last downloaded. */
import { join } from 'node:path';
import * as v from 'valibot';
import { readPrivateFile, writePrivateFile } from '../auth/private-file.ts';

const schema = v.object({
  /** An ISO date. */
  date: v.string(),
  /** The commit that the branch pointed at. */
  revision: v.string(),
});

type Backup = v.InferOutput<typeof schema>;

export interface LastBackup {
  /** Resolves to undefined if no backup is known. */
  read(): Promise<Backup | undefined>;
  /** Rejects if it can't be stored. */
  remember(backup: Backup): Promise<void>;
}

export const createLastBackup = (dataDir: string): LastBackup => {
  const path = join(dataDir, 'last-backup.json');
  return {
    // A damaged file counts as no backup; the next backup overwrites it.
    read: () => readPrivateFile(path, schema).catch(() => undefined),
    remember: (backup) => writePrivateFile(path, backup),
  };
};

const OLD_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether a backup is older than 30 days and the content has changed since. */
export const isOutdated = ({ date, revision }: Backup, present: string | null): boolean =>
  revision !== present && Date.now() - Date.parse(date) > OLD_AFTER_MS;
