import { counted } from 'content-schema';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CodedError } from '../coded-error.ts';

export class LoginThrottled extends CodedError {
  readonly code = 'LoginThrottled';
  override readonly retryAfterSeconds: number;
  constructor(reason: string, retryAfterSeconds: number) {
    super(`${reason}. Please try again in ${counted(retryAfterSeconds, 'second')}.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const FREE_FAILURES_PER_SOURCE = 5;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 15 * 60;
const MEMORY_SECONDS = 60 * 60;
/** The most sign-ins that wait for a comparison; each takes a third of a second. */
const QUEUE_MAX = 20;
const QUEUE_SECONDS = 10;

const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const tailGroups = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - tailGroups.length }, () => '0');
  return [...groups, ...zeros, ...tailGroups];
};

const isIpv6 = (address: string): boolean => address.includes(':') && !address.includes('.');

/** One IPv6 customer has a whole /64 network, so its addresses count as one source. */
export const sourceOf = (address: string): string =>
  isIpv6(address) ? groupsOf(address).slice(0, 4).join(':') : address;

/** Returns the network that one owner is likely to have: /48 of IPv6, /24 of IPv4. */
export const networkOf = (address: string): string =>
  isIpv6(address) ? groupsOf(address).slice(0, 3).join(':') : address.replace(/\.\d+$/, '');

export interface Client {
  readonly address: string;
  /** The id of a browser that has signed in before; it is throttled apart from its address. */
  readonly device?: string | undefined;
}

interface Attempt {
  /** Recent attempts from its network before it; negative for known devices, which go first. */
  readonly rank: number;
  readonly source: string;
  readonly compare: () => Promise<boolean>;
  readonly resolve: (isRight: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Slows guessing down without locking the owner out: a source that fails has to wait, twice as long
 * each time. Comparisons run one at a time. Known devices go first
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies), then the
 * networks with the fewest recent attempts; among equals the newest, since a flood of attempts
 * pushes out the oldest.
 */
export const createLoginThrottle = () => {
  const memory = { points: Number.MAX_SAFE_INTEGER, duration: MEMORY_SECONDS };
  const failures = new RateLimiterMemory({ ...memory, keyPrefix: 'source' });
  const attempts = new RateLimiterMemory({ ...memory, keyPrefix: 'network' });
  const waits = new RateLimiterMemory({ points: 1, duration: 1, keyPrefix: 'wait' });

  /** Sorted by priority; the last entry is next. */
  const queue: Attempt[] = [];
  let isComparing = false;

  const rejectWhileWaiting = async (source: string): Promise<void> => {
    const wait = await waits.get(source);
    if (!wait) return;
    throw new LoginThrottled('Too many failed attempts', Math.ceil(wait.msBeforeNext / 1000));
  };

  const failed = async (source: string): Promise<void> => {
    const { consumedPoints } = await failures.penalty(source);
    const excess = consumedPoints - FREE_FAILURES_PER_SOURCE;
    if (excess < 0) return;
    await waits.block(source, Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** excess));
  };

  const decide = async ({ source, compare }: Attempt): Promise<boolean> => {
    // Concurrent attempts may have failed meanwhile.
    await rejectWhileWaiting(source);
    const isRight = await compare();
    await (isRight ? failures.delete(source) : failed(source));
    return isRight;
  };

  const compareQueued = async (): Promise<void> => {
    if (isComparing) return;
    isComparing = true;
    for (let next = queue.pop(); next; next = queue.pop()) {
      await decide(next).then(next.resolve, next.reject);
    }
    isComparing = false;
  };

  const enqueue = (attempt: Attempt): void => {
    const position = queue.findIndex(({ rank }) => rank < attempt.rank);
    queue.splice(position === -1 ? queue.length : position, 0, attempt);
    if (queue.length > QUEUE_MAX) {
      queue.shift()?.reject(new LoginThrottled('Too many people are signing in', QUEUE_SECONDS));
    }
    void compareQueued();
  };

  return {
    /** Throws `LoginThrottled` while the source has to wait, or if too many others are ahead. */
    attempt: async (
      { address, device }: Client,
      compare: () => Promise<boolean>,
    ): Promise<boolean> => {
      const [source, network] = device ? [device, device] : [sourceOf(address), networkOf(address)];
      await rejectWhileWaiting(source);
      const { consumedPoints } = await attempts.penalty(network);
      const isRight = await new Promise<boolean>((resolve, reject) => {
        const rank = device ? -1 : consumedPoints - 1;
        enqueue({ rank, source, compare, resolve, reject });
      });
      if (isRight) await attempts.delete(network);
      return isRight;
    },
  };
};
