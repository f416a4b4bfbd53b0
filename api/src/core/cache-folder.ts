import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createFileCache } from './git-store/disk-cache/file-cache.ts';
import { openDiskLog } from './git-store/disk-cache/log.ts';

export const DISK_LOGS = ['first-paths', 'history', 'listing', 'photo-facts', 'posts'] as const;

export type CacheFolder = NonNullable<ReturnType<typeof openCacheFolder>>;

/** Separate, so that no photo evicts a text. */
const TEXTS_SHARE = 1 / 4;

const NAMES = new Set(['texts', 'pictures', ...DISK_LOGS.map((name) => `${name}.jsonl`)]);

/** Removes what earlier versions left; an instance may be replacing a file of its own. */
const removeOthers = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => !NAMES.has(name) && !name.endsWith('.tmp'));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })));
};

/** Opens `DATA_DIR/cache`, which may be deleted at any time; undefined if it is disabled. */
export const openCacheFolder = (
  { dataDir, diskCacheMaxBytes }: Pick<Config, 'dataDir' | 'diskCacheMaxBytes'>,
  log: Logger,
) => {
  if (diskCacheMaxBytes === 0) return undefined;
  const folder = join(dataDir, 'cache');
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'the disk cache cannot be written to');
  removeOthers(folder).catch(onFailure);
  const openFiles = (name: string, share: number) =>
    createFileCache({ folder: join(folder, name), maxBytes: diskCacheMaxBytes * share, onFailure });
  return {
    /** The present content of a remote store, except photos, so that it outlives an outage. */
    texts: openFiles('texts', TEXTS_SHARE),
    /** Photos and old files of a remote store, resized photos, and share cards. */
    images: openFiles('pictures', 1 - TEXTS_SHARE),
    openLog: (name: (typeof DISK_LOGS)[number], source: string) =>
      openDiskLog({ path: join(folder, `${name}.jsonl`), source, onFailure }),
  };
};
