import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openDiskLog, type DiskLog } from './git-store/disk-cache/log.ts';

/** The folder with caches for the next start. It may be deleted at any time. */
export interface CacheFolder {
  readonly folder: string;
  /** The most bytes of cached files of a remote store. */
  readonly maxBytes: number;
  /** The most bytes of resized photos. */
  readonly picturesMaxBytes: number;
  readonly onFailure: (error: unknown) => void;
  openLog(name: string, subject: string): DiskLog;
}

const PICTURES_SHARE = 1 / 4;

/** Opens `DATA_DIR/cache`; undefined if it is disabled. */
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
