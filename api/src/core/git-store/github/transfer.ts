/** Moves whole histories between a local repository and GitHub, with the `git` program. */
import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { gitEnvironment } from '../git-environment.ts';
import { StaleHead, StoreRefused, StoreUnavailable, type GitStoreError } from '../errors.ts';
import type { CommitSha } from '../git-store.ts';
import {
  gitAuthorization,
  openGitHubRepository,
  type GitHubRepository,
  type GitHubRepositoryOptions,
} from './github-repository.ts';
import { siteOf } from './repository-info.ts';
import { withRetries } from './retries.ts';
import { toStoreError } from './store-error.ts';

const run = (args: readonly string[], options: { env?: object; timeout?: number } = {}) =>
  promisify(execFile)('git', args, { ...options, env: { ...gitEnvironment(), ...options.env } });

/** A photo of 10 MB takes seconds; a history has many. */
const LIMIT_MS = 15 * 60_000;

export interface LocalBranch {
  readonly dir: string;
  readonly branch: string;
}

/** The number of commits of a branch; undefined if git is not installed, or there is no branch. */
export const countCommits = ({ dir, branch }: LocalBranch): Promise<number | undefined> =>
  run(['-C', dir, 'rev-list', '--count', `refs/heads/${branch}`]).then(
    ({ stdout }) => Number(stdout),
    () => undefined,
  );

/** Whether the branch continues a commit; false if it is unknown here, or without git. */
export const continues = ({ dir, branch }: LocalBranch, commit: CommitSha): Promise<boolean> =>
  run(['-C', dir, 'merge-base', '--is-ancestor', commit, `refs/heads/${branch}`]).then(
    () => true,
    () => false,
  );

/** The HTTP statuses by what git prints for them. */
const STATUSES: readonly (readonly [RegExp, number])[] = [
  [/error: 401|Authentication failed|could not read Username/, 401],
  [/error: 403/, 403],
  [/error: 404|not found/, 404],
];

const toError = (thrown: unknown, repository: GitHubRepository): GitStoreError => {
  // The message of the error would have the whole command.
  const { stderr = '', code } = thrown as { stderr?: string; code?: unknown };
  const { owner, name } = repository;
  const [, refusal] = /^ ! \[remote rejected\][^(]*\((.*)\)$/m.exec(stderr) ?? [];
  if (refusal !== undefined) return new StoreRefused(`GitHub refuses the push: ${refusal}`);
  if (/^ ! \[rejected\]/m.test(stderr)) {
    return new StaleHead(`The history of ${owner}/${name} does not continue the local one.`);
  }
  const [, status] = STATUSES.find(([pattern]) => pattern.test(stderr)) ?? [];
  const message = 'not accessible';
  const failure = { headers: {}, message, types: [], ...(status !== undefined && { status }) };
  const [, fatal = 'git has failed'] = /^fatal: (.*)$/m.exec(stderr) ?? [];
  const reason = code === 'ENOENT' ? 'git is not installed' : fatal;
  return (
    toStoreError(failure, repository, true) ??
    new StoreUnavailable(`The history can't be moved now: ${reason}`)
  );
};

/** The credentials are in git's environment, which no user, log, configuration or remote shows. */
const runGit = async (
  options: GitHubRepositoryOptions,
  dir: string,
  command: string,
  refspec: string,
): Promise<void> => {
  const repository = openGitHubRepository(options);
  const { owner, name } = repository;
  const authorization = await withRetries(repository, () => gitAuthorization(repository));
  const site = siteOf(options.apiUrl);
  const env = {
    ...{ LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_COUNT: '2' },
    // A person's own settings may send other credentials, or use SSH instead.
    GIT_CONFIG_GLOBAL: devNull,
    ...{ GIT_CONFIG_KEY_0: 'credential.helper', GIT_CONFIG_VALUE_0: '' },
    GIT_CONFIG_KEY_1: `http.${site}/.extraHeader`,
    GIT_CONFIG_VALUE_1: `Authorization: ${authorization}`,
  };
  const url = `${site}/${owner}/${name}.git`;
  const args = ['-C', dir, '-c', 'http.followRedirects=false', command, url, refspec];
  await run(args, { env, timeout: LIMIT_MS }).catch((error: unknown) => {
    throw toError(error, repository);
  });
};

/**
 * Pushes a branch with its history. Throws `StaleHead` if the branch at GitHub has other commits,
 * `StoreRefused` if its rules forbid it, and the errors of the port.
 */
export const pushHistory = (options: GitHubRepositoryOptions, local: LocalBranch): Promise<void> =>
  runGit(options, local.dir, 'push', `refs/heads/${local.branch}:refs/heads/${options.branch}`);

/** Fetches what continues the local branch, into it. Throws `StaleHead` if it is another history. */
export const fetchHistory = (options: GitHubRepositoryOptions, local: LocalBranch): Promise<void> =>
  runGit(options, local.dir, 'fetch', `refs/heads/${options.branch}:refs/heads/${local.branch}`);
