import {
  NotFound,
  PermissionDenied,
  StaleHead,
  StoreRefused,
  StoreUnavailable,
  type GitStoreError,
} from '../errors.ts';
import { isTimeout, type Failure } from './failure.ts';
import type { GitHubRepository } from './github-repository.ts';
import { rateLimited } from './rate-limit.ts';

type Where = Pick<GitHubRepository, 'owner' | 'name' | 'branch' | 'credentials'>;

const moved = ({ owner, name, branch }: Where): GitStoreError =>
  new StaleHead(`The branch "${branch}" of ${owner}/${name} has moved. Please try again.`);

const archived = ({ owner, name }: Where): GitStoreError =>
  new StoreRefused(`The repository ${owner}/${name} is archived, so it is read-only.`);

const missing = ({ owner, name, credentials }: Where): GitStoreError =>
  new NotFound(
    `There is no repository ${owner}/${name}, or the GitHub ${credentials} may not see it.`,
  );

export const noSuchBranch = ({ owner, name, branch }: Where): GitStoreError =>
  new NotFound(
    `There is no branch "${branch}" in ${owner}/${name}: create it, or name another in the configuration.`,
  );

/** The credentials are known, and don't suffice. */
export const lacksPermission = (
  { owner, name, credentials }: Where,
  write: boolean,
): GitStoreError => {
  const [verb, need] = write ? ['write to', 'read and write'] : ['read', 'read'];
  return new PermissionDenied(
    `The GitHub ${credentials} may not ${verb} ${owner}/${name}: it needs "Contents: ${need}".`,
  );
};

const unknownCredentials = ({ credentials }: Where): GitStoreError =>
  new PermissionDenied(
    credentials === 'token'
      ? 'GitHub does not accept the token: it is wrong or has expired.'
      : 'GitHub does not accept the App: its id, private key and installation must belong together.',
  );

const protectedBranch = ({ branch, owner, name }: Where, { message }: Failure): GitStoreError => {
  const rule = message.replace(/\s+/g, ' ').trim();
  return new StoreRefused(
    `The branch "${branch}" of ${owner}/${name} is protected against this change: ${rule}`,
  );
};

const refused = ({ message }: Failure): GitStoreError =>
  new StoreRefused(`GitHub refuses it: ${message}`);

const isRule = ({ message }: Failure): boolean => /rule violations|protected/i.test(message);

const graphqlError = (failure: Failure, where: Where): GitStoreError | undefined => {
  const is = (type: string): boolean => failure.types.includes(type);
  if (is('STALE_DATA')) return moved(where);
  if (is('FORBIDDEN')) return lacksPermission(where, true);
  if (is('NOT_FOUND')) {
    return /\bref\b/i.test(failure.message) ? noSuchBranch(where) : missing(where);
  }
  if (is('BRANCH_PROTECTION_RULE_VIOLATION') || isRule(failure)) {
    return protectedBranch(where, failure);
  }
  return is('UNPROCESSABLE') ? refused(failure) : undefined;
};

const restError = (failure: Failure, where: Where, write: boolean): GitStoreError | undefined => {
  const { status, message } = failure;
  if (status === 401) return unknownCredentials(where);
  if (status === 403) {
    return /not accessible/i.test(message)
      ? lacksPermission(where, write)
      : new PermissionDenied(`GitHub refuses access to ${where.owner}/${where.name}: ${message}`);
  }
  if (status === 404) return missing(where);
  if (status !== 409 && status !== 422) return undefined;
  if (/not a fast forward/i.test(message)) return moved(where);
  return isRule(failure) ? protectedBranch(where, failure) : refused(failure);
};

/**
 * The port's error for what GitHub said for certain; undefined when the outcome of the call is not
 * known: no answer, an error of GitHub's own, or a GraphQL error of an unknown type.
 */
export const toStoreError = (
  failure: Failure,
  where: Where,
  write: boolean,
): GitStoreError | undefined => {
  const { status, types, message } = failure;
  const limited = rateLimited(failure);
  if (limited) return limited;
  if (status !== undefined && status < 500 && /archived/i.test(message)) return archived(where);
  return types.length > 0 ? graphqlError(failure, where) : restError(failure, where, write);
};

const reasonOf = (failure: Failure): string => {
  if (isTimeout(failure)) return 'GitHub does not answer in time';
  return failure.status === undefined ? 'GitHub can not be reached' : 'GitHub fails at the moment';
};

/** GitHub can't be reached, or fails itself. */
export const unavailable = (failure: Failure): StoreUnavailable => {
  const { status, message } = failure;
  const cause = new Error(status === undefined ? message : `${status}: ${message}`);
  return new StoreUnavailable(`${reasonOf(failure)}. Please try again in a moment.`, { cause });
};
