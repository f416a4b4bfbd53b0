import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LoginThrottled, createLoginThrottle, networkOf } from './login-throttle.ts';

const wrong = () => Promise.resolve(false);
const right = () => Promise.resolve(true);

type Throttle = ReturnType<typeof createLoginThrottle>;

const secondsToWait = (error: unknown): number => {
  if (error instanceof LoginThrottled) return error.retryAfterSeconds;
  throw error;
};

/** Zero when the attempt was made. */
const waitOf = (throttle: Throttle, source: string, compare = wrong): Promise<number> =>
  throttle.attempt(source, compare).then(() => 0, secondsToWait);

const failTimes = async (throttle: Throttle, source: string, times: number) => {
  for (let i = 0; i < times; i += 1) expect(await waitOf(throttle, source)).toBe(0);
};

/** Fails as soon as it may, and gives each wait in seconds. */
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

test('who waits is refused with the right password too', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 5);
  expect(await waitOf(throttle, '192.0.2.1', right)).toBe(2);
});

test('another source is never made to wait', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 5);
  expect(await waitOf(throttle, '192.0.2.2', right)).toBe(0);
});

test('failures that were made good are forgotten', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 4);
  expect(await waitOf(throttle, '192.0.2.1', right)).toBe(0);
  await failTimes(throttle, '192.0.2.1', 5);
});

test('attempts made at the same time are compared in turn, and no more of them than one by one', async () => {
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

test('the addresses of an IPv6 network count as one source', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('::ffff:192.0.2.1')).toBe('::ffff:192.0.2.1');
});
