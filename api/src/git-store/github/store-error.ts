import {
  NotFound,
  PermissionDenied,
  RateLimited,
  StaleHead,
  StoreRefused,
  StoreUnavailable,
  type GitStoreError,
} from '../errors.ts';
import type { Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';

type Where = Pick<GitHubRepository, 'owner' | 'name' | 'branch'>;

/** GitHub asks to wait so long when it names no time: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
const DEFAULT_WAIT_MS = 60_000;

const isSecondaryLimit = ({ message }: Failure): boolean => /\bsecondary rate\b/i.test(message);
const isPrimaryLimit = ({ status, headers, types }: Failure): boolean =>
  types.includes('RATE_LIMITED') ||
  ((status === 403 || status === 429) && headers['x-ratelimit-remaining'] === '0');

const retryAt = ({ headers }: Failure, secondary: boolean): Date => {
  const seconds = Number(headers['retry-after']);
  if (seconds > 0) return new Date(Date.now() + seconds * 1000);
  const reset = Number(headers['x-ratelimit-reset']);
  if (!secondary && reset > 0) return new Date(reset * 1000);
  return new Date(Date.now() + DEFAULT_WAIT_MS);
};

const rateLimited = (failure: Failure): RateLimited | undefined => {
  const secondary = isSecondaryLimit(failure);
  if (!secondary && !isPrimaryLimit(failure) && failure.status !== 429) return undefined;
  const at = retryAt(failure, secondary);
  const reason = secondary ? 'GitHub asks to slow down' : "GitHub's request quota is used up";
  return new RateLimited(`${reason}. Please try again after ${at.toISOString()}.`, at);
};

const forbidden = ({ message }: Failure, { owner, name }: Where, write: boolean): GitStoreError => {
  if (/archived/i.test(message)) {
    return new StoreRefused(`The repository ${owner}/${name} is archived, so it is read-only.`);
  }
  if (/not accessible/i.test(message)) {
    const [verb, need] = write ? ['write to', 'read and write'] : ['read', 'read'];
    return new PermissionDenied(
      `The GitHub token may not ${verb} ${owner}/${name}: it needs "Contents: ${need}".`,
    );
  }
  return new PermissionDenied(`GitHub refuses access to ${owner}/${name}: ${message}`);
};

const protectedBranch = ({ branch, owner, name }: Where, { message }: Failure): GitStoreError =>
  new StoreRefused(
    `The branch "${branch}" of ${owner}/${name} is protected against this change: ${message.trim()}`,
  );

const missing = ({ owner, name }: Where): GitStoreError =>
  new NotFound(`There is no repository ${owner}/${name}, or the GitHub token may not see it.`);

const graphqlError = (failure: Failure, where: Where): GitStoreError | undefined => {
  const { types, message } = failure;
  if (types.includes('STALE_DATA')) {
    return new StaleHead(`The branch "${where.branch}" has moved at GitHub`);
  }
  if (types.includes('FORBIDDEN')) return forbidden(failure, where, true);
  if (types.includes('NOT_FOUND')) return missing(where);
  const isRule = /rule violations|protected/i.test(message);
  if (types.includes('BRANCH_PROTECTION_RULE_VIOLATION') || isRule) {
    return protectedBranch(where, failure);
  }
  if (types.includes('UNPROCESSABLE')) return new StoreRefused(`GitHub refuses it: ${message}`);
  return undefined;
};

const restError = (failure: Failure, where: Where, write: boolean): GitStoreError | undefined => {
  const { status, message } = failure;
  if (status === 401) {
    return new PermissionDenied('GitHub does not accept the token: it is wrong or has expired.');
  }
  if (status === 403) return forbidden(failure, where, write);
  if (status === 404) return missing(where);
  if (status === 422 && /not a fast forward/i.test(message)) {
    return new StaleHead(`The branch "${where.branch}" has moved at GitHub`);
  }
  if (status === 422 && /rule violations|protected/i.test(message)) {
    return protectedBranch(where, failure);
  }
  if (status === 409 || status === 422) return new StoreRefused(`GitHub refuses it: ${message}`);
  return undefined;
};

/**
 * The port's error for what GitHub said for certain; undefined when the outcome of the call is not
 * known: no answer, an error of GitHub's own, or a GraphQL error of an unknown type.
 */
export const certainError = (
  failure: Failure,
  where: Where,
  write: boolean,
): GitStoreError | undefined =>
  rateLimited(failure) ??
  (failure.types.length > 0 ? graphqlError(failure, where) : restError(failure, where, write));

/** GitHub can't be reached, or fails itself. */
export const unavailable = ({ status, message }: Failure): StoreUnavailable => {
  const reason = status === undefined ? 'GitHub can not be reached' : 'GitHub fails at the moment';
  return new StoreUnavailable(`${reason}. Please try again in a moment.`, {
    cause: new Error(status === undefined ? message : `${status}: ${message}`),
  });
};
