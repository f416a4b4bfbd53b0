import { readFirstContent } from 'fixtures/default-content';
import { existsSync } from 'node:fs';
import { access, constants, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import * as allLenses from './lenses.ts';
import type { Administrator } from './core/auth/password.ts';
import type { Config, GitHubConfig } from './core/config.ts';
import type { CacheRegistry } from './core/cache.ts';
import type { CacheFolder } from './core/cache-folder.ts';
import { openListingCache, type ListingCache } from './core/git-store/disk-cache/listing.ts';
import type { GitStore } from './core/git-store/git-store.ts';
import { GitStoreError, isTransient } from './core/git-store/errors.ts';

interface OpenStore {
  readonly store: GitStore;
  readonly listings: ListingCache | undefined;
  /** Resolves to why content can be read but not saved; never rejects. */
  readonly writeProblem?: Promise<GitStoreError | undefined>;
}

// Only the configured adapter is loaded, since the other's libraries would delay every start.

/** In the data folder: a file that distinguishes a lost repository from one that was never created. */
export const MARKER = 'content-began';

/** How a feature shows a store, and the listings that are cached of it. */
export type Lens = (opened: Pick<OpenStore, 'store' | 'listings'>) => typeof opened;

const LENSES: readonly Lens[] = Object.values(allLenses);

/** Shows a store as the features do. */
export const throughLenses: Lens = (opened) => LENSES.reduce((seen, lens) => lens(seen), opened);

/** Delays reading the history, so that the first pages are served first. */
const HISTORY_AFTER_MS = 1_000;
const MARKER_TEXT =
  'content.git holds the content of this site. While this file is here, a start without it fails.\n';

const openLocal = async (
  { dataDir, branch, publicUrl }: Config,
  { email }: Administrator,
  log: Logger,
  { cache, caches }: Options,
): Promise<OpenStore> => {
  const { toDiskUnwritable } = await import('./core/git-store/files.ts');
  const { withPacking } = await import('./core/git-store/local/packing.ts');
  const { createLocalRepository } = await import('./core/git-store/local/repository.ts');
  const { createLocalGitStore } = await import('./core/git-store/local/local-git-store.ts');
  const author = { name: email.split('@')[0] ?? email, email };
  const dir = join(dataDir, 'content.git');
  // The number is the version of the format.
  const historyLog = cache?.openLog('history', `3 ${dir}`);
  const repository = { dir, branch, author, historyLog };
  const listings = cache && (await openListingCache(cache.openLog('listing', `${dir} ${branch}`)));
  const local = createLocalGitStore({ ...repository, caches, storedListing: listings?.stored[0] });
  const store = withPacking(local, {
    dir,
    onEnd: (error) => error && log.debug({ err: error }, 'git could not pack the repository'),
  });
  const learn = (): void => {
    local.learnHistory().catch((error: unknown) => {
      log.debug({ err: error }, 'the history could not be read ahead');
    });
  };
  setTimeout(learn, HISTORY_AFTER_MS).unref();
  const marker = join(dataDir, MARKER);
  if (existsSync(marker)) {
    await store.head();
    const writeProblem = access(dir, constants.W_OK).then(() => undefined, toDiskUnwritable);
    return { store, listings, writeProblem };
  }
  await createLocalRepository({
    ...repository,
    files: await readFirstContent(publicUrl),
    message: 'Begin with the default content\n',
  }).catch((error: unknown) => {
    throw toDiskUnwritable(error, `${dir}: `) ?? error;
  });
  // A read-only disk must not prevent serving the content.
  await writeFile(marker, MARKER_TEXT).catch(() => undefined);
  return { store, listings };
};

const openGitHub = async (
  github: GitHubConfig,
  config: Config,
  log: Logger,
  { cache, caches }: Options,
): Promise<OpenStore> => {
  const { createGitHubGitStore } = await import('./core/git-store/github/github-git-store.ts');
  const { apiUrl, owner, name } = github;
  const { branch, publicUrl } = config;
  const source = `${apiUrl} ${owner}/${name} ${branch}`;
  const listings = cache && (await openListingCache(cache.openLog('listing', source)));
  const [storedListing] = listings?.stored ?? [];
  const store = createGitHubGitStore({
    ...github,
    branch,
    // A connected repository that was emptied must not become the sample site.
    firstContent: () =>
      github.isStored ? Promise.resolve(new Map()) : readFirstContent(publicUrl),
    caches,
    storedListing,
  });
  const checked = store.check().catch((error: unknown) => {
    // Without content to serve, wrong credentials end the start, unless they can be mended. During
    // an outage, content is served once GitHub is back.
    if (!storedListing && !github.isStored && !isTransient(error)) throw error;
    log.warn({ err: error }, 'GitHub could not be checked');
    return error instanceof GitStoreError && !isTransient(error) ? error : undefined;
  });
  if (!storedListing) await checked;
  return { store, listings, writeProblem: checked };
};

interface Options {
  readonly caches: CacheRegistry;
  readonly cache?: CacheFolder | undefined;
}

/**
 * Opens the configured store, and fills an empty one with the default content. Throws if reading is
 * impossible, with a message that says what to change.
 */
export const openStore = async (
  config: Config,
  administrator: Administrator,
  log: Logger,
  options: Options,
): Promise<OpenStore> => {
  const { listings: files, ...opened } = config.github
    ? await openGitHub(config.github, config, log, options)
    : await openLocal(config, administrator, log, options);
  void opened.writeProblem?.then((problem) => {
    if (problem) log.error({ err: problem }, 'content can be read but not saved');
  });
  const { store, listings } = throughLenses({ store: opened.store, listings: files });
  return { ...opened, store, listings };
};
