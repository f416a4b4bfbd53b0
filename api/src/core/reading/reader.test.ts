import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestContent, pushFile } from '../../../test/open-test-content.ts';
import { StoreUnavailable } from '../git-store/errors.ts';
import type { GitStore } from '../git-store/git-store.ts';

const PROFILE = { 'profile.json': '{"name": "Ada"}\n' };

test('concurrent requests read the content once', async () => {
  const { content, calls } = await openTestContent({ files: PROFILE });
  const snapshots = await Promise.all(Array.from({ length: 20 }, () => content.reader.current()));
  expect(new Set(snapshots).size).toBe(1);
  expect(calls).toEqual({ head: 1, list: 1, read: 1, commit: 0 });
  await content.reader.current();
  expect(calls).toEqual({ head: 1, list: 1, read: 1, commit: 0 });
});

test('an expired head is checked in the background while the old content is served', async () => {
  const { content, outsider } = await openTestContent({ files: PROFILE, maxAgeSeconds: 0 });
  expect((await content.reader.current()).profile.name).toBe('Ada');
  await pushFile(outsider, 'profile.json', '{"name": "Bea"}\n');
  expect((await content.reader.current()).profile.name).toBe('Ada');
  await vi.waitFor(async () => {
    expect((await content.reader.current()).profile.name).toBe('Bea');
  });
});

test('a failed first read is repeated, but no request waits for that', async () => {
  const failing = () => Promise.reject(new StoreUnavailable('down'));
  const hanging = () => new Promise<never>(() => undefined);
  let head: (() => Promise<never>) | undefined = failing;
  const { content, calls } = await openTestContent({
    files: PROFILE,
    store: (local) => ({ ...local, head: (...args) => head?.() ?? local.head(...args) }),
  });
  await expect(content.reader.current()).rejects.toThrow('down');
  await expect(content.reader.current()).rejects.toThrow('down');
  expect(calls.head).toBe(1);
  head = hanging;
  await delay(1_050);
  await expect(content.reader.current()).rejects.toThrow('down');
  expect(calls.head).toBe(2);
});

test('a head check that began before a save does not undo it', async () => {
  let release: () => void = () => undefined;
  let hold = false;
  const { content, outsider, calls } = await openTestContent({
    files: PROFILE,
    store: (local): GitStore => ({
      ...local,
      head: async () => {
        const head = await local.head();
        if (hold) await new Promise<void>((resolve) => (release = resolve));
        return head;
      },
    }),
  });
  await content.reader.current();
  hold = true;
  const slow = content.reader.refresh();
  await vi.waitFor(() => expect(calls.head).toBe(2));
  const changes = new Map([['profile.json', Buffer.from('{"name": "Bea"}')]]);
  const request = { expectedHead: await outsider.head(), message: 'A save\n', changes };
  const written = await outsider.commit({ ...request, operationId: 'save' });
  await content.reader.adopt(written);
  release();
  await slow;
  expect((await content.reader.current()).profile.name).toBe('Bea');
});

test('the latest content is as new as the request for it, unless the store fails or does not respond', async () => {
  let head: (() => Promise<never>) | undefined;
  const { content, outsider } = await openTestContent({
    files: PROFILE,
    store: (local) => ({ ...local, head: (...args) => head?.() ?? local.head(...args) }),
  });
  await content.reader.current();
  await pushFile(outsider, 'profile.json', '{"name": "Bea"}\n');
  expect((await content.reader.latest()).profile.name).toBe('Bea');
  head = () => Promise.reject(new StoreUnavailable('down'));
  expect((await content.reader.latest()).profile.name).toBe('Bea');
  head = () => new Promise(() => undefined);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const latest = content.reader.latest();
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await latest).profile.name).toBe('Bea');
});
