import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LoginThrottled, createLoginThrottle, networkOf, sourceOf } from './login-throttle.ts';

const wrong = () => Promise.resolve(false);
const right = () => Promise.resolve(true);

type Throttle = ReturnType<typeof createLoginThrottle>;

const secondsToWait = (error: unknown): number => {
  if (error instanceof LoginThrottled) return error.retryAfterSeconds;
  throw error;
};

/** Attempts to sign in; returns the seconds to wait, or 0 if the attempt was made. */
const waitOf = (throttle: Throttle, source: string, compare = wrong): Promise<number> =>
  throttle.attempt({ address: source }, compare).then(() => 0, secondsToWait);

const failTimes = async (throttle: Throttle, source: string, times: number) => {
  for (let i = 0; i < times; i += 1) expect(await waitOf(throttle, source)).toBe(0);
};

/** Fails to sign in as soon as possible each time, and returns the waits in seconds. */
const waitsOf = async (throttle: Throttle, source: string, times: number): Promise<number[]> => {
  const waits: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const seconds = await waitOf(throttle, source);
    waits.push(seconds);
    vi.advanceTimersByTime(seconds * 1000);
    await waitOf(throttle, source);
  }
  return waits;
};

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('the first failures cost nothing, then the wait doubles, up to a quarter of an hour', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 5);
  expect(await waitsOf(throttle, '192.0.2.1', 4)).toEqual([2, 4, 8, 16]);
  expect((await waitsOf(throttle, '192.0.2.1', 8)).at(-1)).toBe(900);
});

test('a waiting source is refused even with the right password, unlike others', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 5);
  expect(await waitOf(throttle, '192.0.2.1', right)).toBe(2);
  expect(await waitOf(throttle, '192.0.2.2', right)).toBe(0);
});

test('a successful sign-in resets the failures', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 4);
  expect(await waitOf(throttle, '192.0.2.1', right)).toBe(0);
  await failTimes(throttle, '192.0.2.1', 5);
});

test('concurrent attempts are compared one by one, and are limited like successive ones', async () => {
  const throttle = createLoginThrottle();
  let underWay = 0;
  let compared = 0;
  const compare = async () => {
    underWay += 1;
    expect(underWay).toBe(1);
    await Promise.resolve();
    underWay -= 1;
    compared += 1;
    return false;
  };
  const attempts = Array.from({ length: 200 }, () => waitOf(throttle, '192.0.2.1', compare));
  expect((await Promise.all(attempts)).filter((wait) => wait > 0)).toHaveLength(195);
  expect(compared).toBe(5);
});

/**
 * Creates comparisons that the test completes one by one, and records the order in which they
 * start.
 */
const heldComparisons = () => {
  const base: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started: base,
    compare: (source: string, isRight: boolean) => () =>
      new Promise<boolean>((resolve) => {
        base.push(source);
        ends.push(() => resolve(isRight));
      }),
    endNext: async () => {
      ends.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

const addressOf = (index: number): string => `10.${index >> 8}.${index & 255}.1`;

test.each([
  ['before', 299],
  ['amid', 149],
  ['after', 0],
])('hundreds of guessing sources do not delay an attempt that comes %s them', async (_, later) => {
  const throttle = createLoginThrottle();
  const { started, compare, endNext } = heldComparisons();
  const guess = (index: number) =>
    waitOf(throttle, addressOf(index), compare(addressOf(index), false));
  // All sources have tried before.
  for (let i = 0; i < 300; i += 1) {
    void guess(i);
    await vi.advanceTimersByTimeAsync(0);
    await endNext();
  }
  started.length = 0;
  const first = Array.from({ length: 300 - later }, (__, index) => guess(index));
  await vi.advanceTimersByTimeAsync(0);
  const owner = waitOf(throttle, '192.0.2.1', compare('owner', true));
  const rest = Array.from({ length: later }, (__, index) => guess(300 - later + index));
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toHaveLength(1);
  await endNext();
  expect(started[1]).toBe('owner');
  await endNext();
  expect(await owner).toBe(0);
  for (let i = 0; i < 30; i += 1) await endNext();
  const waits = await Promise.all([...first, ...rest]);
  expect(waits.filter((seconds) => seconds === 10)).toHaveLength(300 - started.length + 1);
  expect(started.length).toBeLessThanOrEqual(22);
});

test('among new sources, the newest go first, and the oldest are refused', async () => {
  const throttle = createLoginThrottle();
  const { started, compare, endNext } = heldComparisons();
  const waits = Array.from({ length: 30 }, (_, index) =>
    waitOf(throttle, addressOf(index), compare(String(index), true)),
  );
  await vi.advanceTimersByTimeAsync(0);
  for (let i = 0; i < 30; i += 1) await endNext();
  expect(started).toEqual(['0', ...Array.from({ length: 20 }, (_, index) => String(29 - index))]);
  expect((await Promise.all(waits)).filter((seconds) => seconds === 10)).toHaveLength(9);
});

test('a known device goes first, even if others come later', async () => {
  const throttle = createLoginThrottle();
  const { started, compare, endNext } = heldComparisons();
  const first = waitOf(throttle, '10.0.0.1', compare('10.0.0.1', false));
  await vi.advanceTimersByTimeAsync(0);
  const client = { address: '192.0.2.1', device: 'a' };
  const owner = throttle.attempt(client, compare('owner', true));
  const guesses = Array.from({ length: 100 }, (_, index) =>
    waitOf(throttle, addressOf(index + 1), compare(String(index), false)),
  );
  await vi.advanceTimersByTimeAsync(0);
  for (let i = 0; i < 30; i += 1) await endNext();
  expect(started.slice(0, 2)).toEqual(['10.0.0.1', 'owner']);
  expect(await owner).toBe(true);
  await Promise.all([first, ...guesses]);
});

test('a device waits only for its own failures', async () => {
  const throttle = createLoginThrottle();
  const attempt = (device: string, compare: () => Promise<boolean>) =>
    throttle.attempt({ address: '192.0.2.1', device }, compare);
  await failTimes(throttle, '192.0.2.1', 5);
  for (let i = 0; i < 5; i += 1) expect(await attempt('stolen', wrong)).toBe(false);
  await expect(attempt('stolen', right)).rejects.toThrow(LoginThrottled);
  expect(await attempt('own', right)).toBe(true);
});

test('a network that tried many times goes after one that did not', async () => {
  const throttle = createLoginThrottle();
  const { started, compare, endNext } = heldComparisons();
  const attempts = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '192.0.2.1', '2001:db8::1'].map((source) =>
    waitOf(throttle, source, compare(source, false)),
  );
  await vi.advanceTimersByTimeAsync(0);
  for (let i = 0; i < 5; i += 1) await endNext();
  await Promise.all(attempts);
  expect(started).toEqual(['10.0.0.1', '2001:db8::1', '192.0.2.1', '10.0.0.2', '10.0.0.3']);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8:1:2::9', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['192.0.2.1', '192.0.2.1', '192.0.2'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2'],
])('of the address %s the source is %s, and the network %s', (address, source, network) => {
  expect([sourceOf(address), networkOf(address)]).toEqual([source, network]);
});
