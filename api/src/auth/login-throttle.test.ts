import { expect, test } from 'vitest';
import { LoginThrottled, createLoginThrottle, networkOf } from './login-throttle.ts';

const failTimes = async (
  throttle: ReturnType<typeof createLoginThrottle>,
  source: string,
  times: number,
) => {
  for (let i = 0; i < times; i += 1) await throttle.failed(source);
};

const waitOf = async (throttle: ReturnType<typeof createLoginThrottle>, source: string) => {
  try {
    await throttle.admit(source);
    return 0;
  } catch (error) {
    if (!(error instanceof LoginThrottled)) throw error;
    return error.retryAfterSeconds;
  }
};

test('the first failures cost nothing, then the wait doubles', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 4);
  expect(await waitOf(throttle, '192.0.2.1')).toBe(0);
  await failTimes(throttle, '192.0.2.1', 1);
  expect(await waitOf(throttle, '192.0.2.1')).toBe(2);
  await failTimes(throttle, '192.0.2.1', 3);
  expect(await waitOf(throttle, '192.0.2.1')).toBe(16);
});

test('the wait never exceeds a quarter of an hour', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 40);
  expect(await waitOf(throttle, '192.0.2.1')).toBe(900);
});

test('another source is never made to wait', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 20);
  expect(await waitOf(throttle, '192.0.2.2')).toBe(0);
});

test('failures that were made good are forgotten', async () => {
  const throttle = createLoginThrottle();
  await failTimes(throttle, '192.0.2.1', 4);
  await throttle.succeeded('192.0.2.1');
  await failTimes(throttle, '192.0.2.1', 4);
  expect(await waitOf(throttle, '192.0.2.1')).toBe(0);
});

test('the addresses of an IPv6 network count as one source', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('::ffff:192.0.2.1')).toBe('::ffff:192.0.2.1');
});
