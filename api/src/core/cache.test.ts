import { expect, test, vi } from 'vitest';
import { createCache, createCacheRegistry } from './cache.ts';

const open = () => createCache<string>(createCacheRegistry(), { name: 'test', max: 10 });

test('a cache stays within its share, and evicts the least recently used entry', () => {
  const registry = createCacheRegistry(4000);
  const sizeOf = (text: string) => text.length;
  const cache = createCache(registry, { name: 'texts', share: 1 / 4, sizeOf, entryMaxPart: 1 / 2 });
  const text = 'x'.repeat(150);
  cache.set('a', text);
  cache.set('b', text);
  expect(cache.get('a')).toBe(text);
  cache.set('c', text);
  expect(cache.entries().map(([key]) => key)).toEqual(['c', 'a']);
  cache.set('long', 'x'.repeat(400));
  expect(cache.peek('long')).toBeUndefined();
  expect(cache.get('b')).toBeUndefined();
  expect(registry.caches.get('texts')).toEqual({ share: 1 / 4, limit: '8/32' });
});

test('entries expire, single values earlier', async () => {
  const ttlMsOf = (value: string) => (value === 'failed' ? 1 : 9000);
  const cache = createCache(createCacheRegistry(), { name: 'test', max: 10, ttlMsOf });
  cache.set('a', 'made');
  cache.set('b', 'failed');
  await vi.waitFor(() => expect(cache.get('b')).toBeUndefined());
  expect(cache.get('a')).toBe('made');
});

test('concurrent calls share one value, which is then cached', async () => {
  const cache = open();
  const make = vi.fn(() => Promise.resolve('made'));
  await Promise.all([cache.load('a', make), cache.load('a', make)]);
  await cache.load('a', make);
  await cache.load('b', make);
  expect(make).toHaveBeenCalledTimes(2);
});

test('a value that could not be made is made again', async () => {
  const cache = open();
  const fail = () => Promise.reject(new Error('Not now'));
  await expect(cache.load('a', fail)).rejects.toThrow('Not now');
  expect(await cache.load('a', () => Promise.resolve('made'))).toBe('made');
});

test('making a value is aborted once all who wait for it have left, and then begins again', async () => {
  const cache = open();
  const signals: AbortSignal[] = [];
  const make = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => setTimeout(reject, 1, signal.reason));
      setTimeout(resolve, 20, 'made');
    });
  };
  const [a, b, c] = [new AbortController(), new AbortController(), new AbortController()];
  const first = cache.load('a', make, a.signal);
  const second = cache.load('a', make, b.signal);
  a.abort();
  expect(signals[0]?.aborted).toBe(false);
  b.abort();
  expect(signals[0]?.aborted).toBe(true);
  const third = cache.load('a', make, c.signal);
  await expect(first).rejects.toThrow('aborted');
  await expect(second).rejects.toThrow('aborted');
  expect(await third).toBe('made');
  c.abort();
  expect(await cache.load('a', make)).toBe('made');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('a value that was being made when the cache was cleared is not used later', async () => {
  const cache = open();
  let finish = (_: string): void => undefined;
  const old = cache.load('a', () => new Promise<string>((resolve) => (finish = resolve)));
  cache.clear();
  expect(await cache.load('a', () => Promise.resolve('new'))).toBe('new');
  finish('old');
  expect(await old).toBe('old');
  expect(cache.get('a')).toBe('new');
});
