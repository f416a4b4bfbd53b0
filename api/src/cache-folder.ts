import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openDiskLog, type DiskLog } from './git-store/disk-cache/log.ts';

/** What a process leaves on its disk for the next start, which may be missing or deleted. */
export interface CacheFolder {
  readonly folder: string;
  /** Of the files that were read from a distant store. */
  readonly maxBytes: number;
  /** Of what was made of photos. */
  readonly picturesMaxBytes: number;
  readonly onFailure: (error: unknown) => void;
  openLog(name: string, subject: string): DiskLog;
}

const PICTURES_SHARE = 1 / 4;

/** `DATA_DIR/cache`; undefined where it is turned off. */
export const openCacheFolder = (
  { dataDir, diskCacheMaxBytes }: Pick<Config, 'dataDir' | 'diskCacheMaxBytes'>,
  log: Logger,
): CacheFolder | undefined => {
  if (diskCacheMaxBytes === 0) return undefined;
  const folder = join(dataDir, 'cache');
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'the disk cache cannot be written to');
  return {
    folder,
    maxBytes: diskCacheMaxBytes * (1 - PICTURES_SHARE),
    picturesMaxBytes: diskCacheMaxBytes * PICTURES_SHARE,
    onFailure,
    openLog: (name, subject) =>
      openDiskLog({ path: join(folder, `${name}.jsonl`), subject, onFailure }),
  };
};
