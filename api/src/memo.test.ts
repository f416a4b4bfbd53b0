import { expect, test, vi } from 'vitest';
import { createMemo, memoizeByIdentity } from './memo.ts';

test('a result is computed once for each object', () => {
  const make = vi.fn(({ name }: { name: string }) => name.toUpperCase());
  const upper = memoizeByIdentity(make);
  const ada = { name: 'ada' };
  expect([upper(ada), upper(ada), upper({ name: 'ada' })]).toEqual(['ADA', 'ADA', 'ADA']);
  expect(make).toHaveBeenCalledTimes(2);
});

test('results of one object are distinguished by key, and concurrent calls share one', async () => {
  const remember = createMemo<string>();
  const make = vi.fn(() => Promise.resolve('made'));
  const source = {};
  await Promise.all([remember(source, 'a', make), remember(source, 'a', make)]);
  await remember(source, 'b', make);
  expect(make).toHaveBeenCalledTimes(2);
});

test('results of an earlier version are computed again', async () => {
  let version = 1;
  const remember = createMemo<number>(() => version);
  const source = {};
  const make = () => remember(source, 'a', () => Promise.resolve(version));
  expect([await make(), await make()]).toEqual([1, 1]);
  version = 2;
  expect([await make(), await make()]).toEqual([2, 2]);
});

test('a failed computation is repeated', async () => {
  const remember = createMemo<string>();
  const source = {};
  const fail = () => Promise.reject(new Error('Not now'));
  await expect(remember(source, 'a', fail)).rejects.toThrow('Not now');
  expect(await remember(source, 'a', () => Promise.resolve('made'))).toBe('made');

  let isDown = true;
  const load = memoizeByIdentity((_: object) =>
    isDown ? Promise.reject(new Error('Down')) : Promise.resolve('up'),
  );
  await expect(load(source)).rejects.toThrow('Down');
  isDown = false;
  expect(await load(source)).toBe('up');
});

test('a computation is aborted once all who wait for it have left, and then begins again', async () => {
  const remember = createMemo<string>();
  const source = {};
  const signals: AbortSignal[] = [];
  const make = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => setTimeout(reject, 1, signal.reason));
      setTimeout(resolve, 20, 'made');
    });
  };
  const [a, b, c] = [new AbortController(), new AbortController(), new AbortController()];
  const first = remember(source, 'a', make, a.signal);
  const second = remember(source, 'a', make, b.signal);
  a.abort();
  expect(signals[0]?.aborted).toBe(false);
  b.abort();
  expect(signals[0]?.aborted).toBe(true);
  const third = remember(source, 'a', make, c.signal);
  await expect(first).rejects.toThrow('aborted');
  await expect(second).rejects.toThrow('aborted');
  expect(await third).toBe('made');
  c.abort();
  expect(await remember(source, 'a', make)).toBe('made');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});
