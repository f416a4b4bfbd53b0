import { expect, test } from 'vitest';
import { createRevokedSessions } from './revoked-sessions.ts';

const HOUR_MS = 60 * 60 * 1000;

test('those that end together are all kept, and those that are past are forgotten', async () => {
  let kept: ReadonlyMap<string, number> = new Map();
  const past = new Map([['old', Date.now() - 1]]);
  const revoked = createRevokedSessions(past, async (all) => {
    await Promise.resolve();
    kept = all;
  });
  const until = Date.now() + HOUR_MS;
  await Promise.all(['a', 'b', 'c'].map((id) => revoked.add(id, until)));
  expect(kept).toEqual(new Map(['a', 'b', 'c'].map((id) => [id, until])));
  expect(['a', 'b', 'c', 'old', 'd'].map(revoked.has)).toEqual([true, true, true, false, false]);
});

test('after one that could not be kept come others that can', async () => {
  let isFull = true;
  const revoked = createRevokedSessions(new Map(), () =>
    isFull ? Promise.reject(new Error('The disk is full')) : Promise.resolve(),
  );
  await expect(revoked.add('a', Date.now() + HOUR_MS)).rejects.toThrow('The disk is full');
  expect(revoked.has('a')).toBe(false);
  isFull = false;
  await revoked.add('a', Date.now() + HOUR_MS);
  expect(revoked.has('a')).toBe(true);
});
