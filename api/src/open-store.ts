import { readFirstContent } from 'fixtures/default-content';
import { access, constants, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Administrator } from './auth/password.ts';
import type { Config, GitHubConfig } from './config.ts';
import type { CacheFolder } from './cache-folder.ts';
import { readKnownListing, withListingOnDisk } from './git-store/disk-cache/listing.ts';
import type { GitStore, KnownListing } from './git-store/git-store.ts';
import type { Metrics } from './metrics.ts';
import {
  DiskUnwritable,
  RateLimited,
  StoreUnavailable,
  type GitStoreError,
} from './git-store/errors.ts';

interface OpenStore {
  readonly store: GitStore;
  /** Why content can be read but not saved. */
  readonly writeProblem?: GitStoreError | undefined;
}

// Only the configured adapter is loaded, since the other's libraries would delay every start.

/** In the data folder: a file that distinguishes a lost repository from one that was never created. */
export const MARKER = 'content-began';
/** Delays reading the history, so that the first pages are served first. */
const HISTORY_AFTER_MS = 1_000;
const MARKER_TEXT =
  'content.git holds the content of this site. While this file is here, a start without it fails.\n';

interface LastListing {
  /** The listing that an earlier process cached. */
  readonly known: KnownListing | undefined;
  /** Wraps a store to cache its listings. */
  readonly keep: (store: GitStore) => GitStore;
}

const openLastListing = async (
  cache: CacheFolder | undefined,
  subject: string,
): Promise<LastListing> => {
  if (!cache) return { known: undefined, keep: (store) => store };
  const log = cache.openLog('listing', subject);
  const known = await readKnownListing(log);
  return { known, keep: (store) => withListingOnDisk(store, log, known) };
};

const openLocal = async (
  { dataDir, branch }: Config,
  { email }: Administrator,
  log: Logger,
  cache: CacheFolder | undefined,
): Promise<OpenStore> => {
  const { unwritableMessage } = await import('./git-store/local/files.ts');
  const { withPacking } = await import('./git-store/local/packing.ts');
  const { createLocalRepository } = await import('./git-store/local/repository.ts');
  const { createLocalGitStore } = await import('./git-store/local/local-git-store.ts');
  const author = { name: email.split('@')[0] ?? email, email };
  const dir = join(dataDir, 'content.git');
  // The number is the version of the format.
  const historyLog = cache?.openLog('history', `2 ${dir}`);
  const repository = { dir, branch, author, historyLog };
  const { known, keep } = await openLastListing(cache, `${dir} ${branch}`);
  const local = createLocalGitStore({ ...repository, known });
  const packed = withPacking(local, {
    dir,
    onEnd: (error) => error && log.debug({ err: error }, 'git could not pack the repository'),
  });
  const store = keep(packed);
  const learn = (): void => {
    local.learnHistory().catch((error: unknown) => {
      log.debug({ err: error }, 'the history could not be read ahead');
    });
  };
  setTimeout(learn, HISTORY_AFTER_MS).unref();
  const marker = join(dataDir, MARKER);
  const hasBegun = await stat(marker).then(
    () => true,
    () => false,
  );
  if (hasBegun) {
    await store.head();
    const reason = await access(dir, constants.W_OK).then(() => undefined, unwritableMessage);
    return { store, writeProblem: reason === undefined ? undefined : new DiskUnwritable(reason) };
  }
  await createLocalRepository({
    ...repository,
    files: await readFirstContent(),
    message: 'Begin with the default content\n',
  });
  // A read-only disk must not prevent serving the content.
  await writeFile(marker, MARKER_TEXT).catch(() => undefined);
  return { store };
};

/**
 * Whether the error is temporary, so that the server starts anyway and serves content once GitHub
 * is back.
 */
const isTransient = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof RateLimited;

const openGitHub = async (
  github: GitHubConfig,
  config: Config,
  log: Logger,
  cache: CacheFolder | undefined,
  metrics: Metrics | undefined,
): Promise<OpenStore> => {
  const { createGitHubGitStore } = await import('./git-store/github/github-git-store.ts');
  const { withBlobsOnDisk } = await import('./git-store/disk-cache/blobs.ts');
  const { apiUrl, owner, name } = github;
  const { branch } = config;
  const subject = `${apiUrl} ${owner}/${name} ${branch}`;
  const { known, keep } = await openLastListing(cache, subject);
  const githubStore = createGitHubGitStore({
    ...github,
    branch,
    firstContent: readFirstContent,
    onResponse: metrics?.githubResponded,
    known,
  });
  const store = keep(cache ? withBlobsOnDisk(githubStore, cache) : githubStore);
  try {
    return { store, writeProblem: await githubStore.check() };
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn({ err: error }, 'GitHub could not be checked');
    return { store };
  }
};

interface Options {
  readonly cache?: CacheFolder | undefined;
  readonly metrics?: Metrics | undefined;
}

/**
 * Opens the configured store, and fills an empty one with the default content. Throws if reading is
 * impossible, with a message that says what to change.
 */
export const openStore = async (
  config: Config,
  administrator: Administrator,
  log: Logger,
  { cache, metrics }: Options = {},
): Promise<OpenStore> => {
  const opened = config.github
    ? await openGitHub(config.github, config, log, cache, metrics)
    : await openLocal(config, administrator, log, cache);
  const { writeProblem } = opened;
  if (writeProblem) log.error({ err: writeProblem }, 'content can be read but not saved');
  return opened;
};
