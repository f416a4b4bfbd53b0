import { readDefaultContent } from 'fixtures/default-content';
import { access, constants, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Administrator } from './auth/password.ts';
import type { Config, GitHubConfig } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { GitStore } from './git-store/git-store.ts';
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

// Each adapter is loaded where it is configured: the other's libraries would delay every start.

/** Tells a repository that has vanished from one that never was. */
const MARKER = 'content-began';
const MARKER_TEXT =
  'content.git holds the content of this site. While this file is here, a start without it fails.\n';

const openLocal = async (
  { dataDir, branch }: Config,
  { email }: Administrator,
  log: Logger,
): Promise<OpenStore> => {
  const { whyUnwritable } = await import('./git-store/local/files.ts');
  const { withPacking } = await import('./git-store/local/packing.ts');
  const { createLocalRepository } = await import('./git-store/local/repository.ts');
  const { createLocalGitStore } = await import('./git-store/local/local-git-store.ts');
  const author = { name: email.split('@')[0] ?? email, email };
  const repository = { dir: join(dataDir, 'content.git'), branch, author };
  const store = withPacking(createLocalGitStore(repository), {
    dir: repository.dir,
    onEnd: (error) => error && log.debug({ err: error }, 'git could not pack the repository'),
  });
  const marker = join(dataDir, MARKER);
  const hasBegun = await stat(marker).then(
    () => true,
    () => false,
  );
  if (hasBegun) {
    await store.head();
    const reason = await access(repository.dir, constants.W_OK).then(
      () => undefined,
      whyUnwritable,
    );
    return { store, writeProblem: reason === undefined ? undefined : new DiskUnwritable(reason) };
  }
  await createLocalRepository({
    ...repository,
    files: await readDefaultContent(),
    message: 'Begin with the default content\n',
  });
  // A disk that can't be written to still serves what it holds.
  await writeFile(marker, MARKER_TEXT).catch(() => undefined);
  return { store };
};

/** GitHub being down is no reason not to start: content is served as soon as it is back. */
const isTransient = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof RateLimited;

const withCacheOnDisk = async (
  store: GitStore,
  { apiUrl, owner, name }: GitHubConfig,
  { dataDir, diskCacheMaxBytes, branch }: Config,
  log: Logger,
): Promise<GitStore> => {
  if (diskCacheMaxBytes === 0) return store;
  const { withDiskCache } = await import('./git-store/disk-cache.ts');
  return withDiskCache(store, {
    folder: join(dataDir, 'cache'),
    maxBytes: diskCacheMaxBytes,
    subject: `${apiUrl} ${owner}/${name} ${branch}`,
    onFailure: (error) => log.warn({ err: error }, 'the disk cache can not be written to'),
  });
};

const openGitHub = async (
  github: GitHubConfig,
  config: Config,
  log: Logger,
  metrics: Metrics | undefined,
): Promise<OpenStore> => {
  const { createGitHubGitStore } = await import('./git-store/github/github-git-store.ts');
  const store = createGitHubGitStore({
    ...github,
    branch: config.branch,
    firstContent: readDefaultContent,
    onResponse: metrics?.githubResponded,
  });
  const cached = await withCacheOnDisk(store, github, config, log);
  try {
    return { store: cached, writeProblem: await store.check() };
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn({ err: error }, 'GitHub could not be checked');
    return { store: cached };
  }
};

/**
 * Opens the configured store; where there is no content yet, it begins with the default content.
 * Throws what makes reading impossible, in words that say what to change.
 */
export const openStore = async (
  config: Config,
  administrator: Administrator,
  log: Logger,
  metrics?: Metrics,
): Promise<OpenStore> => {
  const opened = config.github
    ? await openGitHub(config.github, config, log, metrics)
    : await openLocal(config, administrator, log);
  const { writeProblem } = opened;
  if (writeProblem) log.error({ err: writeProblem }, 'content can be read but not saved');
  return opened;
};
