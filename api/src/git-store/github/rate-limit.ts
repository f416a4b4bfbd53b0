import { RateLimited } from '../errors.ts';
import type { Failure } from './failure.ts';

/** GitHub asks to wait so long when it names no time: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
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

const inWords = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds <= 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
};

/** What GitHub said of a spent quota or of too much at once; undefined when it is something else. */
export const rateLimited = (failure: Failure): RateLimited | undefined => {
  const isSecondary = isSecondaryLimit(failure);
  if (!isSecondary && !isPrimaryLimit(failure)) return undefined;
  const wait = waitMs(failure, isSecondary);
  const reason = isSecondary ? 'GitHub asks to slow down' : "GitHub's request quota is used up";
  return new RateLimited(
    `${reason}. Please try again in ${inWords(wait)}.`,
    new Date(Date.now() + wait),
  );
};
