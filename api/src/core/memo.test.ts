import { expect, test, vi } from 'vitest';
import { memoizeByIdentity } from './memo.ts';

test('a result is computed once for each object', () => {
  const make = vi.fn(({ name }: { name: string }) => name.toUpperCase());
  const upper = memoizeByIdentity(make);
  const ada = { name: 'ada' };
  expect([upper(ada), upper(ada), upper({ name: 'ada' })]).toEqual(['ADA', 'ADA', 'ADA']);
  expect(make).toHaveBeenCalledTimes(2);
});

test('a failed computation is repeated', async () => {
  const source = {};
  let isDown = true;
  const load = memoizeByIdentity((_: object) =>
    isDown ? Promise.reject(new Error('Down')) : Promise.resolve('up'),
  );
  await expect(load(source)).rejects.toThrow('Down');
  isDown = false;
  expect(await load(source)).toBe('up');
});
