import {
  BranchProtected,
  PermissionDenied,
  RateLimited,
  RepositoryMissing,
  StaleHead,
  StoreRefused,
  StoreUnavailable,
  type GitStoreError,
} from '../errors.ts';
import { isNotGitHub, isTimeout, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';

/**
 * The wait that GitHub asks for if it gives no time:
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
const DEFAULT_WAIT_MS = 60_000;

const isSecondaryLimit = ({ message }: Failure): boolean => /\bsecondary rate\b/i.test(message);

const isPrimaryLimit = ({ status, headers, types }: Failure): boolean =>
  types.includes('RATE_LIMITED') ||
  status === 429 ||
  (status === 403 && headers['x-ratelimit-remaining'] === '0');

const waitMs = ({ headers }: Failure, isSecondary: boolean): number => {
  const seconds = Number(headers['retry-after']);
  if (seconds > 0) return seconds * 1000;
  const reset = Number(headers['x-ratelimit-reset']) * 1000;
  return !isSecondary && reset > Date.now() ? reset - Date.now() : DEFAULT_WAIT_MS;
};

const formatDuration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

/** Undefined for a failure that is neither an exhausted quota nor a secondary limit. */
const rateLimitError = (failure: Failure): RateLimited | undefined => {
  const isSecondary = isSecondaryLimit(failure);
  if (!isSecondary && !isPrimaryLimit(failure)) return undefined;
  const wait = waitMs(failure, isSecondary);
  const reason = isSecondary ? 'GitHub asks to slow down' : "GitHub's request quota is used up";
  return new RateLimited(
    `${reason}. Please try again in ${formatDuration(wait)}.`,
    new Date(Date.now() + wait),
  );
};

type RepositoryIdentity = Pick<
  GitHubRepository,
  'owner' | 'name' | 'branch' | 'credentials' | 'permission'
>;

export const missingBranchError = ({ owner, name, branch }: RepositoryIdentity): GitStoreError =>
  new RepositoryMissing(
    `There is no branch "${branch}" in ${owner}/${name}: create it, or name another in the configuration.`,
  );

export const missingPermissionError = (
  { owner, name, credentials, permission = 'Contents' }: RepositoryIdentity,
  write: boolean,
): GitStoreError => {
  const [verb, need] = write ? ['write to', 'read and write'] : ['read', 'read'];
  return new PermissionDenied(
    `The GitHub ${credentials} may not ${verb} ${owner}/${name}: it needs "${permission}: ${need}".`,
  );
};

const UNKNOWN_CREDENTIALS = {
  token: 'GitHub does not accept the token: it is wrong or has expired.',
  App: 'GitHub does not accept the App: its id, private key and installation must belong together.',
};

const RULE = /rule violations|protected|through a pull request|status check|approving review/i;

/**
 * Returns the store error for a failure that certainly had no effect. Undefined when the call may
 * have had an effect: no response, a server error, or a GraphQL error of an unknown type.
 */
export const toStoreError = (
  failure: Failure,
  where: RepositoryIdentity,
  write: boolean,
): GitStoreError | undefined => {
  const limited = rateLimitError(failure);
  if (limited) return limited;
  const { status = 0, types, message } = failure;
  const repository = `${where.owner}/${where.name}`;
  // The status of GraphQL's errors is 200.
  const is = (type: string): boolean => types.includes(type);
  const isConflict = status === 409 || status === 422;
  if (status > 0 && status < 500 && /archived/i.test(message)) {
    return new StoreRefused(`The repository ${repository} is archived, so it is read-only.`);
  }
  if (is('STALE_DATA') || (isConflict && /not a fast forward/i.test(message))) {
    return new StaleHead(
      `The branch "${where.branch}" of ${repository} has moved. Please try again.`,
    );
  }
  if (status === 401) return new PermissionDenied(UNKNOWN_CREDENTIALS[where.credentials]);
  // Without the permission for workflows GitHub answers 403 or 404, depending on the credentials.
  const lacksWorkflows = where.permission === 'Workflows' && (is('NOT_FOUND') || status === 404);
  const isForbidden = is('FORBIDDEN') || (status === 403 && /not acc|workflow/i.test(message));
  if (isForbidden || lacksWorkflows) return missingPermissionError(where, write);
  if (status === 403) {
    return new PermissionDenied(`GitHub refuses access to ${repository}: ${message}`);
  }
  if (is('NOT_FOUND') && /\bref\b/i.test(message)) return missingBranchError(where);
  if (is('NOT_FOUND') || status === 404) {
    return new RepositoryMissing(
      `There is no repository ${repository}, or the GitHub ${where.credentials} may not see it.`,
    );
  }
  const isRule = (types.length > 0 || isConflict) && RULE.test(message);
  if (is('BRANCH_PROTECTION_RULE_VIOLATION') || isRule) {
    const rule = message.replace(/\s+/g, ' ').trim();
    return new BranchProtected(
      `The branch "${where.branch}" of ${repository} is protected against this change: ${rule}`,
    );
  }
  const isRefused = is('UNPROCESSABLE') || isConflict;
  return isRefused ? new StoreRefused(`GitHub refuses it: ${message}`) : undefined;
};

const reasonOf = (failure: Failure): string => {
  if (isTimeout(failure)) return 'GitHub does not answer in time';
  if (isNotGitHub(failure)) {
    return 'Something else than GitHub answers: its address may be wrong, or this network may want you to sign in';
  }
  return failure.status === undefined ? 'GitHub cannot be reached' : 'GitHub fails at the moment';
};

export const unavailableError = (failure: Failure): StoreUnavailable => {
  const { status, message } = failure;
  const cause = new Error(status === undefined ? message : `${status}: ${message}`);
  return new StoreUnavailable(`${reasonOf(failure)}. Please try again in a moment.`, { cause });
};
