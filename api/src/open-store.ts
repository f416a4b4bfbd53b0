import { readDefaultContent } from 'fixtures/default-content';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Administrator } from './auth/password.ts';
import type { Config, GitHubConfig } from './config.ts';
import type { GitStore } from './git-store/git-store.ts';
import { RateLimited, StoreUnavailable } from './git-store/errors.ts';

// Each adapter is loaded where it is configured: the other's libraries would delay every start.

/** Tells a repository that has vanished from one that never was. */
const MARKER = 'content-began';
const MARKER_TEXT =
  'content.git holds the content of this site. While this file is here, a start without it fails.\n';

const openLocal = async (
  { dataDir, branch }: Config,
  { email }: Administrator,
): Promise<GitStore> => {
  const { createLocalRepository } = await import('./git-store/local/repository.ts');
  const { createLocalGitStore } = await import('./git-store/local/local-git-store.ts');
  const author = { name: email.split('@')[0] ?? email, email };
  const repository = { dir: join(dataDir, 'content.git'), branch, author };
  const store = createLocalGitStore(repository);
  const marker = join(dataDir, MARKER);
  const hasBegun = await stat(marker).then(
    () => true,
    () => false,
  );
  if (hasBegun) {
    await store.head();
    return store;
  }
  await createLocalRepository({
    ...repository,
    files: await readDefaultContent(),
    message: 'Begin with the default content\n',
  });
  // A disk that can't be written to still serves what it holds.
  await writeFile(marker, MARKER_TEXT).catch(() => undefined);
  return store;
};

/** GitHub being down is no reason not to start: content is served as soon as it is back. */
const isTransient = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof RateLimited;

const openGitHub = async (github: GitHubConfig, branch: string, log: Logger): Promise<GitStore> => {
  const { createGitHubGitStore } = await import('./git-store/github/github-git-store.ts');
  const store = createGitHubGitStore({ ...github, branch, firstContent: readDefaultContent });
  try {
    const problem = await store.check();
    if (problem) log.error({ err: problem }, 'content can be read but not saved');
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn({ err: error }, 'GitHub could not be checked');
  }
  return store;
};

/**
 * Opens the configured store; where there is no content yet, it begins with the default content.
 * Throws what makes reading impossible, in words that say what to change.
 */
export const openStore = (
  config: Config,
  administrator: Administrator,
  log: Logger,
): Promise<GitStore> =>
  config.github ? openGitHub(config.github, config.branch, log) : openLocal(config, administrator);
