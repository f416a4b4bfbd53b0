import { createAppAuth } from '@octokit/auth-app';
import { retry } from '@octokit/plugin-retry';
import { Octokit } from '@octokit/rest';

/** How to sign in to GitHub: a personal access token, or an installed GitHub App. */
export type GitHubAuth =
  | { readonly token: string }
  | { readonly appId: string; readonly privateKey: string; readonly installationId: number };

export interface GitHubRepositoryOptions {
  readonly owner: string;
  readonly name: string;
  readonly branch: string;
  readonly auth: GitHubAuth;
  /** `https://api.github.com`, or `https://HOST/api/v3` of a GitHub Enterprise Server. */
  readonly apiUrl: string;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Milliseconds until a call is given up; the default suits GitHub's own limit of 10 s. */
  readonly timeoutMs?: number;
  /** Milliseconds before the first repetition of a call; later ones wait longer. */
  readonly retryDelayMs?: number;
}

/** One branch of one repository at GitHub, and the client to talk about it. */
export interface GitHubRepository {
  readonly octokit: Octokit;
  readonly owner: string;
  readonly name: string;
  readonly branch: string;
  readonly retryDelayMs: number;
  /** The `request` option of a read: given up in time, repeated when it fails for no reason of ours. */
  read(): { readonly signal: AbortSignal };
  /** The `request` option of a write: given up in time, never repeated blindly. */
  write(): { readonly signal: AbortSignal; readonly retries: 0 };
}

// GitHub gives up after 10 s itself: https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#timeouts
const READ_TIMEOUT_MS = 15_000;
/** Writes carry files of many megabytes. */
const WRITE_TIMEOUT_FACTOR = 4;
const RETRY_DELAY_MS = 250;
const READ_RETRIES = 2;
/** Answers that a repetition does not change. */
const DO_NOT_RETRY = [400, 401, 403, 404, 409, 410, 413, 422, 429, 451];

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const Client = Octokit.plugin(retry);

const authOptions = (auth: GitHubAuth) =>
  'token' in auth ? { auth: auth.token } : { authStrategy: createAppAuth, auth };

export const openGitHubRepository = (options: GitHubRepositoryOptions): GitHubRepository => {
  const { owner, name, branch, auth, apiUrl } = options;
  const timeoutMs = options.timeoutMs ?? READ_TIMEOUT_MS;
  const retryDelayMs = options.retryDelayMs ?? RETRY_DELAY_MS;
  const octokit = new Client({
    ...authOptions(auth),
    baseUrl: apiUrl,
    userAgent: 'git-portfolio',
    // Octokit logs expected answers such as 304 as errors.
    log: silent,
    retry: { retries: READ_RETRIES, retryAfterBaseValue: retryDelayMs, doNotRetry: DO_NOT_RETRY },
    ...(options.fetch && { request: { fetch: options.fetch } }),
  });
  return {
    octokit,
    owner,
    name,
    branch,
    retryDelayMs,
    read: () => ({ signal: AbortSignal.timeout(timeoutMs) }),
    write: () => ({
      signal: AbortSignal.timeout(timeoutMs * WRITE_TIMEOUT_FACTOR),
      retries: 0,
    }),
  };
};
