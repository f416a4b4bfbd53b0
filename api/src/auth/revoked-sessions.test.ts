import { expect, test } from 'vitest';
import { createRevokedSessions } from './revoked-sessions.ts';

const HOUR_MS = 60 * 60 * 1000;

test('those that end together are all kept, and those that are past are forgotten', async () => {
  let kept: ReadonlyMap<string, number> = new Map();
  const past = new Map([['old', Date.now() - 1]]);
  const ended = createRevokedSessions(past, async (all) => {
    await Promise.resolve();
    kept = all;
  });
  const until = Date.now() + HOUR_MS;
  await Promise.all(['a', 'b', 'c'].map((id) => ended.add(id, until)));
  expect(kept).toEqual(new Map(['a', 'b', 'c'].map((id) => [id, until])));
  expect(['a', 'b', 'c', 'old', 'd'].map(ended.has)).toEqual([true, true, true, false, false]);
});

test('after one that could not be kept come others that can', async () => {
  let isFull = true;
  const ended = createRevokedSessions(new Map(), () =>
    isFull ? Promise.reject(new Error('The disk is full')) : Promise.resolve(),
  );
  await expect(ended.add('a', Date.now() + HOUR_MS)).rejects.toThrow('The disk is full');
  expect(ended.has('a')).toBe(false);
  isFull = false;
  await ended.add('a', Date.now() + HOUR_MS);
  expect(ended.has('a')).toBe(true);
});
