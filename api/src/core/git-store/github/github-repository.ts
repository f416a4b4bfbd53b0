import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { createPrivateKey } from 'node:crypto';
import { PermissionDenied } from '../errors.ts';
import { fetchFrom } from './fetch-from.ts';
import { NOT_GITHUB } from './failure.ts';

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
  /** The most bytes of a response; by default 1 MB, more than any without content has. */
  readonly maxBytes?: number;
  /** Milliseconds until a request is aborted; the default suits GitHub's own limit of 10 s. */
  readonly timeoutMs?: number;
  /** Milliseconds before the first retry; later ones wait longer. */
  readonly retryDelayMs?: number;
  readonly onQuota?: (quota: Quota) => void;
  /** Called before each request that creates content. */
  readonly onWrite?: () => void;
}

export type Quota = NonNullable<ReturnType<typeof quotaOf>>;

export interface GitHubRepository extends Pick<
  GitHubRepositoryOptions,
  'owner' | 'name' | 'branch' | 'apiUrl'
> {
  readonly octokit: Octokit;
  /** The kind of credentials, as messages name it. */
  readonly credentials: 'token' | 'App';
  /** The permission that a call needs, as GitHub names it; by default 'Contents'. */
  readonly permission?: string;
  readonly retryDelayMs: number;
  /** The `request` options: a time limit for that many bytes, which also aborts with `signal`. */
  transferring(bytes: number, signal?: AbortSignal): { readonly signal: AbortSignal };
}

// GitHub gives up after 10 s itself: https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#timeouts
const TIMEOUT_MS = 15_000;
/** 4 Mbit/s, a lower bound for a server's connection. */
const BYTES_PER_MS = 500;
const RETRY_DELAY_MS = 250;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const authOptions = (auth: GitHubAuth) => {
  if ('token' in auth) return { auth: auth.token };
  try {
    createPrivateKey(auth.privateKey);
  } catch {
    throw new PermissionDenied('The private key of the GitHub App is not a key in PEM format.');
  }
  return { authStrategy: createAppAuth, auth };
};

/**
 * What is left of the quota that a request counted against; `resetAt` in milliseconds since 1970.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#checking-the-status-of-your-rate-limit
 */
const quotaOf = ({ headers }: Response) => {
  const resource = headers.get('x-ratelimit-resource');
  const remaining = headers.get('x-ratelimit-remaining');
  if (resource === null || remaining === null) return undefined;
  const resetAt = Number(headers.get('x-ratelimit-reset')) * 1000;
  const limit = Number(headers.get('x-ratelimit-limit'));
  return { resource, limit, remaining: Number(remaining), resetAt };
};

/** GraphQL's queries are sent with POST, too. */
const isWrite = ({ method = 'GET', body }: RequestInit): boolean =>
  method !== 'GET' && !(typeof body === 'string' && /^\{"query":"\s*query/.test(body));

/** Returns a `fetch` with the limits for every request, including those that renew an App's token. */
const fetchWithin =
  (milliseconds: number, { apiUrl, maxBytes, onQuota, onWrite }: GitHubRepositoryOptions) =>
  async (url: string, init?: RequestInit): Promise<Response> => {
    if (init && isWrite(init)) onWrite?.();
    const signal = init?.signal ?? AbortSignal.timeout(milliseconds);
    const response = await fetchFrom(new URL(apiUrl).origin, url, { ...init, signal }, maxBytes);
    const quota = quotaOf(response);
    if (quota) onQuota?.(quota);
    return response;
  };

interface Received {
  readonly headers: { readonly 'content-type'?: string };
  readonly data: unknown;
}

/** Throws for truncated JSON, which Octokit returns as text, and for a page, e.g. of a hotel's network. */
const rejectForeignResponse = ({ headers, data }: Received): void => {
  const type = headers['content-type'] ?? '';
  if (/^application\/json\b/.test(type) && typeof data === 'string') {
    throw new Error("GitHub's response was cut off");
  }
  if (/^text\/html\b/.test(type)) {
    throw Object.assign(new Error('The response is a page'), { code: NOT_GITHUB });
  }
};

/** Throws `PermissionDenied` for a malformed App key. Sends no request. */
export const openGitHubRepository = (options: GitHubRepositoryOptions): GitHubRepository => {
  const { owner, name, branch, auth, apiUrl } = options;
  const { timeoutMs = TIMEOUT_MS, retryDelayMs = RETRY_DELAY_MS } = options;
  const octokit = new Octokit({
    ...authOptions(auth),
    baseUrl: apiUrl,
    userAgent: 'git-portfolio',
    // Octokit logs expected responses such as 304 as errors.
    log: silent,
    request: { fetch: fetchWithin(timeoutMs, options) },
  });
  octokit.hook.after('request', rejectForeignResponse);
  return {
    octokit,
    owner,
    name,
    branch,
    apiUrl,
    credentials: 'token' in auth ? 'token' : 'App',
    retryDelayMs,
    transferring: (bytes, signal) => {
      const limit = AbortSignal.timeout(timeoutMs + Math.ceil(bytes / BYTES_PER_MS));
      return { signal: signal ? AbortSignal.any([limit, signal]) : limit };
    },
  };
};

/** The header of git's requests. Throws Octokit's errors. */
export const gitAuthorization = async ({ octokit }: GitHubRepository): Promise<string> => {
  const { token } = (await octokit.auth({ type: 'installation' })) as { token: string };
  return `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
};
