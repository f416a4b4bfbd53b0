import { setTimeout as delay } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { HttpError } from '../http/errors/http-errors.ts';
import { createMutex } from '../mutex.ts';

/** The source of a sign-in failed too often; `retryAfterSeconds` until it may try again. */
export class LoginThrottled extends HttpError {
  readonly code = 'LoginThrottled';
  readonly status = 429;
  override readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super(`Too many failed attempts. Please try again in ${retryAfterSeconds} seconds.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const FREE_FAILURES_PER_SOURCE = 5;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 15 * 60;
const FREE_FAILURES_PER_ACCOUNT = 20;
const SLOWDOWN_STEP_MS = 100;
const LONGEST_SLOWDOWN_MS = 3000;
const MEMORY_SECONDS = 60 * 60;
/** There is one account. Every email counts for it, so that the time taken shows nothing. */
const ACCOUNT = 'administrator';

/** One IPv6 customer has a whole /64 network, so its addresses count as one source. */
export const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const tailGroups = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - tailGroups.length }, () => '0');
  return [...groups, ...zeros, ...tailGroups].slice(0, 4).join(':');
};

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/**
 * Slows guessing down. A source that fails has to wait, twice as long each time; failures from
 * many sources make each attempt slower. Neither ever locks the owner out from elsewhere.
 */
export const createLoginThrottle = () => {
  const memory = { points: Number.MAX_SAFE_INTEGER, duration: MEMORY_SECONDS };
  const sourceFailures = new RateLimiterMemory({ ...memory, keyPrefix: 'source' });
  const accountFailures = new RateLimiterMemory({ ...memory, keyPrefix: 'account' });
  const waits = new RateLimiterMemory({ points: 1, duration: 1, keyPrefix: 'wait' });

  const mutex = createMutex();

  const slowdown = async (): Promise<number> => {
    const failures = (await accountFailures.get(ACCOUNT))?.consumedPoints ?? 0;
    const excess = Math.max(0, failures - FREE_FAILURES_PER_ACCOUNT);
    return Math.min(LONGEST_SLOWDOWN_MS, excess * SLOWDOWN_STEP_MS);
  };

  const refuseWhileWaiting = async (source: string): Promise<void> => {
    const wait = await waits.get(source);
    if (wait) throw new LoginThrottled(Math.ceil(wait.msBeforeNext / 1000));
  };

  const failed = async (source: string): Promise<void> => {
    await accountFailures.penalty(ACCOUNT);
    const { consumedPoints } = await sourceFailures.penalty(source);
    const excess = consumedPoints - FREE_FAILURES_PER_SOURCE;
    if (excess < 0) return;
    await waits.block(source, Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** excess));
  };

  return {
    /**
     * Whether the credentials are right, as `compare` says. Comparisons take turns, since each takes
     * half a second of the processor. Throws `LoginThrottled` while the source has to wait.
     */
    attempt: async (address: string, compare: () => Promise<boolean>): Promise<boolean> => {
      const source = networkOf(address);
      await refuseWhileWaiting(source);
      await delay(await slowdown());
      return mutex(async () => {
        // Those that asked at the same time may have failed meanwhile.
        await refuseWhileWaiting(source);
        const isRight = await compare();
        await (isRight ? sourceFailures.delete(source) : failed(source));
        return isRight;
      });
    },
  };
};
