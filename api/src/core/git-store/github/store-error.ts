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

/**
 * Returns the error for an exhausted quota or a secondary limit; undefined for any other failure.
 */
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

const movedBranchError = ({ owner, name, branch }: RepositoryIdentity): GitStoreError =>
  new StaleHead(`The branch "${branch}" of ${owner}/${name} has moved. Please try again.`);

const missingRepositoryError = ({ owner, name, credentials }: RepositoryIdentity): GitStoreError =>
  new RepositoryMissing(
    `There is no repository ${owner}/${name}, or the GitHub ${credentials} may not see it.`,
  );

export const missingBranchError = ({ owner, name, branch }: RepositoryIdentity): GitStoreError =>
  new RepositoryMissing(
    `There is no branch "${branch}" in ${owner}/${name}: create it, or name another in the configuration.`,
  );

/** The error for valid credentials without the permission. */
export const missingPermissionError = (
  { owner, name, credentials, permission = 'Contents' }: RepositoryIdentity,
  write: boolean,
): GitStoreError => {
  const [verb, need] = write ? ['write to', 'read and write'] : ['read', 'read'];
  return new PermissionDenied(
    `The GitHub ${credentials} may not ${verb} ${owner}/${name}: it needs "${permission}: ${need}".`,
  );
};

const unknownCredentialsError = ({ credentials }: RepositoryIdentity): GitStoreError =>
  new PermissionDenied(
    credentials === 'token'
      ? 'GitHub does not accept the token: it is wrong or has expired.'
      : 'GitHub does not accept the App: its id, private key and installation must belong together.',
  );

const protectedBranchError = (
  { branch, owner, name }: RepositoryIdentity,
  { message }: Failure,
): GitStoreError => {
  const rule = message.replace(/\s+/g, ' ').trim();
  return new BranchProtected(
    `The branch "${branch}" of ${owner}/${name} is protected against this change: ${rule}`,
  );
};

const refusedError = ({ message }: Failure): GitStoreError =>
  new StoreRefused(`GitHub refuses it: ${message}`);

const RULE = /rule violations|protected|through a pull request|status check|approving review/i;
const isRule = ({ message }: Failure): boolean => RULE.test(message);

const graphqlError = (
  failure: Failure,
  where: RepositoryIdentity,
  write: boolean,
): GitStoreError | undefined => {
  const is = (type: string): boolean => failure.types.includes(type);
  if (is('STALE_DATA')) return movedBranchError(where);
  if (is('FORBIDDEN')) return missingPermissionError(where, write);
  if (is('NOT_FOUND')) {
    return /\bref\b/i.test(failure.message)
      ? missingBranchError(where)
      : missingRepositoryError(where);
  }
  if (is('BRANCH_PROTECTION_RULE_VIOLATION') || isRule(failure)) {
    return protectedBranchError(where, failure);
  }
  return is('UNPROCESSABLE') ? refusedError(failure) : undefined;
};

const restError = (
  failure: Failure,
  where: RepositoryIdentity,
  write: boolean,
): GitStoreError | undefined => {
  const { status, message } = failure;
  if (status === 401) return unknownCredentialsError(where);
  if (status === 403) {
    return /not accessible/i.test(message)
      ? missingPermissionError(where, write)
      : new PermissionDenied(`GitHub refuses access to ${where.owner}/${where.name}: ${message}`);
  }
  if (status === 404) return missingRepositoryError(where);
  if (status !== 409 && status !== 422) return undefined;
  if (/not a fast forward/i.test(message)) return movedBranchError(where);
  return isRule(failure) ? protectedBranchError(where, failure) : refusedError(failure);
};

/**
 * Returns the store error for a failure that certainly had no effect. Undefined when the call may
 * have had an effect: no response, a server error, or a GraphQL error of an unknown type.
 */
export const toStoreError = (
  failure: Failure,
  where: RepositoryIdentity,
  write: boolean,
): GitStoreError | undefined => {
  const { status, types, message } = failure;
  const limited = rateLimitError(failure);
  if (limited) return limited;
  if (status !== undefined && status < 500 && /archived/i.test(message)) {
    const { owner, name } = where;
    return new StoreRefused(`The repository ${owner}/${name} is archived, so it is read-only.`);
  }
  return types.length > 0 ? graphqlError(failure, where, write) : restError(failure, where, write);
};

const reasonOf = (failure: Failure): string => {
  if (isTimeout(failure)) return 'GitHub does not answer in time';
  if (isNotGitHub(failure)) {
    return 'Something else than GitHub answers: its address may be wrong, or this network may want you to sign in';
  }
  return failure.status === undefined ? 'GitHub cannot be reached' : 'GitHub fails at the moment';
};

/** The error for GitHub being unreachable or failing. */
export const unavailableError = (failure: Failure): StoreUnavailable => {
  const { status, message } = failure;
  const cause = new Error(status === undefined ? message : `${status}: ${message}`);
  return new StoreUnavailable(`${reasonOf(failure)}. Please try again in a moment.`, { cause });
};
