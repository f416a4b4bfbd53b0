import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createFileCache, type FileCache } from './git-store/disk-cache/file-cache.ts';
import { openDiskLog, type DiskLog } from './git-store/disk-cache/log.ts';

export const DISK_LOGS = ['first-paths', 'history', 'listing', 'photo-facts', 'posts'] as const;

/** The folder with caches for the next start. It may be deleted at any time. */
export interface CacheFolder {
  /** The present content of a remote store, except photos, so that it outlives an outage. */
  readonly texts: FileCache;
  /** Photos and old files of a remote store, resized photos, and share cards. */
  readonly pictures: FileCache;
  openLog(name: (typeof DISK_LOGS)[number], subject: string): DiskLog;
}

/** Separate, so that no photo evicts a text. */
const TEXTS_SHARE = 1 / 4;
/** Files of earlier versions. */
const OUTDATED = ['blobs', 'starts', 'photo-facts.json'];

/** Opens `DATA_DIR/cache`; undefined if it is disabled. */
export const openCacheFolder = (
  { dataDir, diskCacheMaxBytes }: Pick<Config, 'dataDir' | 'diskCacheMaxBytes'>,
  log: Logger,
): CacheFolder | undefined => {
  if (diskCacheMaxBytes === 0) return undefined;
  const folder = join(dataDir, 'cache');
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'the disk cache cannot be written to');
  for (const name of OUTDATED) {
    rm(join(folder, name), { recursive: true, force: true }).catch(onFailure);
  }
  const openFiles = (name: string, share: number): FileCache =>
    createFileCache({ folder: join(folder, name), maxBytes: diskCacheMaxBytes * share, onFailure });
  return {
    texts: openFiles('texts', TEXTS_SHARE),
    pictures: openFiles('pictures', 1 - TEXTS_SHARE),
    openLog: (name, subject) =>
      openDiskLog({ path: join(folder, `${name}.jsonl`), subject, onFailure }),
  };
};
